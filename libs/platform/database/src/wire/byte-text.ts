/** The text of a raw row's value, which has a character for each byte of the UTF-8. */
export function textOf(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString();
}

/** The text with a character for each byte of its UTF-8, as a raw row has it. */
export function bytesOf(text: string): string {
  return isAscii(text) ? text : Buffer.from(text).toString('latin1');
}

function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const beyondAscii = /[^\u0000-\u007f]/;
