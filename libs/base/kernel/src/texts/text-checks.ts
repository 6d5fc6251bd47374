import { normalForm } from './normal-form.ts';

/** The problem of a text, or undefined. */
export type TextCheck = (text: string) => string | undefined;

/** The problem of a text that neither the database nor other systems can keep, or undefined. */
export function brokenText(text: string): string | undefined {
  if (text.includes('\u0000')) {
    return 'This must not contain the character U+0000; remove it.';
  }
  return text.isWellFormed() ? undefined : 'This must not contain half of a surrogate pair; send whole characters.';
}

export function tidy(text: string): string {
  return normalForm(text.trim());
}

/** Below U+0300 no character is half of a pair, and each is its own normal form. So most texts need no copy. */
export function isPlain(text: string): boolean {
  return /^[\u0001-\u02ff]*$/.test(text);
}

/** Measures in code points, as people and PostgreSQL count. */
export function atMost(max: number): TextCheck {
  return (text) => {
    if (text.length <= max) {
      return undefined;
    }
    const length = codePoints(text);
    return length <= max ? undefined : `This may have at most ${max} characters; it has ${length}.`;
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    count += 1;
  }
  return count;
}

const emailForm =
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;

export const looksLikeEmail: TextCheck = (text) =>
  emailForm.test(text) && !/^\.|\.\.|\.@/.test(text)
    ? undefined
    : 'This must be an e-mail address, such as info@example.com.';

export const isWebAddress: TextCheck = (text) => {
  const isHttp = /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
  return isHttp ? undefined : 'This must be an address that starts with http:// or https://.';
};
