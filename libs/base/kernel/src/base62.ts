import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text of letters and digits alone, which no encoding of HTTP changes. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) {
        text += alphabet[byte % 62];
      }
    }
  }
  return text;
}

/** The number in base 62, padded to a length; what does not fit is cut at the front. */
export function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) {
    text = (alphabet[Number(rest % 62n)] ?? '') + text;
  }
  return text;
}
