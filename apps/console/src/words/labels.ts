/** The label of a member: its name in words. */
export function labelOf(name: string): string {
  return inWords(name.replace(/^is(?=[A-Z])/, '').replace(/(?<=.)(UserId|Id|OnUtc)$/, ''));
}

/** A word of an interface as people read it. */
export function inWords(word: string): string {
  const text = word
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\bapi\b/, 'API');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
