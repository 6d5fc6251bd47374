import type { Caller } from '@rapport/token-audit';

/** A browser's request to a page. */
export interface BrowserRequest {
  readonly caller: Caller;
  /** By their names, without the prefix that a browser holds to a host. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The part of the address behind `?`. */
  readonly search: string;
}

export interface SentForm extends BrowserRequest {
  readonly fields: ReadonlyMap<string, string>;
}

/** A link's secret is a parameter of its address. */
export function linkTextOf({ search }: BrowserRequest): string {
  const [text = '', ...others] = new URLSearchParams(search).getAll('link');
  return others.length > 0 ? '' : text;
}

/** A cookie that the browser is to keep; without a life it is kept until the browser closes. */
export interface NewCookie {
  readonly name: string;
  readonly value: string;
  readonly lifeSeconds?: number;
}

/** A cookie of no life is taken away. */
export function withoutCookie(name: string): NewCookie {
  return { name, value: '', lifeSeconds: 0 };
}

export const signInCookie = 'rapport-sign-in';
