/** The words as SQL texts in a row, as in `in (...)`. They are the product's own words, which have no quotes. */
export function wordList(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
