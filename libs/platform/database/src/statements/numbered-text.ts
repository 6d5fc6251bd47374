/** A text as PostgreSQL reads it, with the names of its values in the order of their numbers. */
export interface NumberedText {
  readonly text: string;
  readonly names: readonly string[];
  /** The number that stands where the text says `:lock`; null where it does not. */
  readonly lockParameter: number | null;
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
  const lock = numbers.size + 1;
  const isLocking = withNumbers.includes(':lock');
  const withLock = isLocking ? withNumbers.replaceAll(/(?<!:):lock\b/g, `$${lock}::int`) : withNumbers;
  return { text: withLock, names: [...numbers.keys()], lockParameter: isLocking ? lock : null };
}

/** The text with its names in place of their numbers, for one who reads or changes it. */
export function namedText({ text, names, lockParameter }: NumberedText): string {
  return text.replaceAll(token, (found, _mark?: string, _name?: string, number?: string, cast = '') => {
    if (number === undefined) {
      return found;
    }
    return Number(number) === lockParameter ? ':lock' : `:${names[Number(number) - 1]}${cast}`;
  });
}

/** `:tenant` and `:schema` are filled in when the text is rendered for a tenant. */
function isReserved(name: string): boolean {
  return name === 'lock' || name === 'tenant' || name === 'schema';
}

// The parser takes a small letter behind a colon for a name, but not behind a word or a bracket, as in a slice. It first takes what
// may hold a colon beside: a text in quotes, a quoted name, a comment, a text between dollars, a cast. A number is that of a name.
const token =
  /\b[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|--[^\n]*|\/\*.*?\*\/|\$([A-Za-z_]\w*)?\$.*?\$\1\$|::|(?<![\w)\]]):([a-z]\w*)|\$(\d+)(::int\b)?/gs;
