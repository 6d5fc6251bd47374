/** Text with a character for each byte of its UTF-8, as raw rows have it, as text. */
export function textOf(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString();
}

/** Text with a character for each byte of its UTF-8. */
export function bytesOf(text: string): string {
  return isAscii(text) ? text : Buffer.from(text).toString('latin1');
}

function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const beyondAscii = /[^\u0000-\u007f]/;
