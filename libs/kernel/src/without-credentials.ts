/**
 * The text with every run of characters left out that is as long as a secret or a part of a token. People send credentials in
 * places where none belong, and what strangers send is noted. Ids of every kind are shorter.
 */
export function withoutCredentials(text: string): string {
  return text.length < lengthMin ? text : text.replaceAll(longRun, '[hidden]');
}

const lengthMin = 40;
const longRun = new RegExp(`[\\w%.~+=-]{${lengthMin},}`, 'g');
