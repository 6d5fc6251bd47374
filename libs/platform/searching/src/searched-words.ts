/** Whether a word is looked for anywhere in a text. A shorter one is looked for where a word begins. */
export function isLongWord(word: string): boolean {
  return [...folded(word)].length >= longWordLength;
}

const longWordLength = 3;

/** A text without case, accents, vowel points and the dot of an i, as the databases' functions have it. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss');
}

const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
