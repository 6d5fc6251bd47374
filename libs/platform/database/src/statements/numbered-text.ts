/** A text as PostgreSQL reads it, with the names of its values in the order of their numbers. */
export interface NumberedText {
  readonly text: string;
  readonly names: readonly string[];
}

/** Gives each name a number by its first place. What stands in quotes or in a comment, a cast and a slice is no name. */
export function numbered(text: string): NumberedText {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  };
  const withNumbers = text.replaceAll(token, (found, _mark?: string, name?: string) =>
    name === undefined || isReserved(name) ? found : `$${numberOf(name)}`,
  );
  return { text: withNumbers, names: [...numbers.keys()] };
}

/** The text with its names in place of their numbers, for one who reads or changes it. */
export function namedText({ text, names }: NumberedText): string {
  return text.replaceAll(token, (found, _mark?: string, _name?: string, number?: string) =>
    number === undefined ? found : `:${names[Number(number) - 1]}`,
  );
}

/** `:tenant` and `:schema` are filled in when the text is rendered for a tenant. */
function isReserved(name: string): boolean {
  return name === 'tenant' || name === 'schema';
}

// The parser takes a small letter behind a colon for a name, but not behind a word or a bracket, as in a slice. It first takes what
// may hold a colon beside: a text in quotes, a quoted name, a comment, a text between dollars, a cast. A number is that of a name.
const token =
  /\b[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|--[^\n]*|\/\*.*?\*\/|\$([A-Za-z_]\w*)?\$.*?\$\1\$|::|(?<![\w)\]]):([a-z]\w*)|\$(\d+)/gs;
