import { randomBytes } from 'node:crypto';
import type { SignInKeys } from '../sign-in-keys.ts';
import type { BrowserRequest, NewCookie, SentForm } from './browser-request.ts';

/** A token for the forms of one page, and the cookie without which it is of no use. */
export interface FormToken {
  readonly text: string;
  readonly cookies: readonly NewCookie[];
}

/** Tells our own forms from those of foreign pages: a form's token fits the browser's cookie and the page's purpose. */
export class FormTokens {
  readonly #keys: SignInKeys;

  constructor(keys: SignInKeys) {
    this.#keys = keys;
  }

  issue({ cookies }: BrowserRequest, ...purpose: readonly string[]): FormToken {
    const kept = cookies.get(formCookie);
    const secret = kept !== undefined && secretForm.test(kept) ? kept : randomBytes(32).toString('base64url');
    const text = this.#keys.digest('form', secret, ...purpose);
    return { text, cookies: secret === kept ? [] : [{ name: formCookie, value: secret }] };
  }

  isOurs({ cookies, fields }: SentForm, ...purpose: readonly string[]): boolean {
    const secret = cookies.get(formCookie);
    const text = fields.get(formField);
    return secret !== undefined && text !== undefined && this.#keys.isDigest(text, 'form', secret, ...purpose);
  }
}

/** The name of the hidden field. */
export const formField = 'form_token';

/** The answer to a form that another browser got, or that is too old. */
export const foreignForm = 'The form had run out. Fill it in once more.';

const formCookie = 'rapport-form';
const secretForm = /^[A-Za-z0-9_-]{43}$/;
