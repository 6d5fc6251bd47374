/**
 * The text without any run of characters that is as long as a secret or a part of a token. Callers send credentials in
 * places where none belong, and logs note what callers send. Ids of every kind are shorter.
 */
export function withoutCredentials(text: string): string {
  return text.length < lengthMin ? text : text.replaceAll(longRun, '[hidden]');
}

const lengthMin = 40;
const longRun = new RegExp(`[\\w%.~+=-]{${lengthMin},}`, 'g');
