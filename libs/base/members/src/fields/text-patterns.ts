/**
 * The patterns of texts in documents, in JSON Schema. They have only what the expressions of common languages agree
 * on, so half a surrogate pair is left to the description of a document. A format stands beside a pattern only where
 * both take the same texts: what may be blank is no e-mail address.
 */
export const textPatterns = {
  /** Any text without U+0000. */
  any: String.raw`^[^\x00]*$`,
  /** Such a text, and not blank. */
  notBlank: String.raw`^[^\x00]*[^\s\x00][^\x00]*$`,
  /** One line without control characters. */
  line: trimmed(`[^${controlCharacters()}]+`),
  email: trimmed(emailPattern()),
  /** An address without control characters. */
  lineEmail: trimmed(emailPattern(controlCharacters())),
  requiredEmail: trimmedAndThere(emailPattern()),
  webAddress: trimmed(String.raw`[Hh][Tt][Tt][Pp][Ss]?://[^\s\\\x00]+`),
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  date: `^${datePattern()}$`,
  dateTime: `^${datePattern()}[Tt]${timePattern()}$`,
} as const;

/** One of these words, where a blank text is no value and the space around a text does not count. */
export function oneOfPattern(words: Iterable<string>): string {
  return trimmed(alternatives(words));
}

/** A text of these words that must not be blank. */
export function requiredOneOfPattern(words: Iterable<string>): string {
  return trimmedAndThere(alternatives(words));
}

function alternatives(words: Iterable<string>): string {
  return [...words].map((word) => word.replaceAll('.', String.raw`\.`)).join('|');
}

function trimmed(pattern: string): string {
  return String.raw`^\s*(?:${pattern})?\s*$`;
}

function trimmedAndThere(pattern: string): string {
  return String.raw`^\s*(?:${pattern})\s*$`;
}

function controlCharacters(): string {
  return String.raw`\x00-\x1f\x7f-\x9f`;
}

/** `refused` are further characters that the part before the @ does not have. */
function emailPattern(refused = String.raw`\x00`): string {
  const word = String.raw`[^\s@"(),:;<>\[\]\\.${refused}]{1,64}`;
  const letter = String.raw`[\p{L}\p{M}\p{N}]`;
  const inner = String.raw`[\p{L}\p{M}\p{N}-]`;
  return String.raw`${word}(?:\.${word})*@(?:${letter}(?:${inner}{0,61}${letter})?\.)+${inner}{2,63}`;
}

/** Every day of the calendar from the year 1 to 9999. Only a leap year has a 29th of February. */
function datePattern(): string {
  const year = '(?:[0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})';
  const fourth = '(?:0[48]|[2468][048]|[13579][26])';
  const leapYear = `(?:[0-9]{2}${fourth}|${fourth}00)`;
  const long = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])';
  const short = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)';
  const february = '02-(?:0[1-9]|1[0-9]|2[0-8])';
  return `(?:${year}-(?:${long}|${short}|${february})|${leapYear}-02-29)`;
}

function timePattern(): string {
  const [hour, sixty] = ['(?:[01][0-9]|2[0-3])', '[0-5][0-9]'];
  return `${hour}:${sixty}(?::${sixty}(?:[.,][0-9]{1,30})?)?(?:[Zz]|[+-]${hour}(?::?${sixty})?)`;
}
