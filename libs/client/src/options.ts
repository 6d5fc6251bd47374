import { invalidOption } from './rapport-error.ts';

/** One request of a call, once it is known how it ended. */
export interface Attempt {
  /** Such as `customers.create`. */
  readonly operation: string;
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** The milliseconds until the next request; null for the last one. */
  readonly waitMs: number | null;
  readonly traceId: string | null;
}

export interface CallOptions {
  /** Ends the call, each wait within it too. */
  readonly signal?: AbortSignal | undefined;
  /** A request that has no answer, or 500, 502, 504, is sent so often. */
  readonly attempts?: number | undefined;
  /** The time of the whole call with all its waits. */
  readonly deadlineMs?: number | undefined;
}

interface Settings extends CallOptions {
  /** The address of the platform, without a path. */
  readonly baseUrl: string;
  /** Is told of each request, never of a query, a body or a header. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export type TokenSource = () => string | Promise<string>;

export type RapportOptions = Settings & (Credentials | { readonly token: TokenSource });

/** The options with their defaults, held to what they may be before any request. */
export interface CheckedOptions {
  readonly origin: string;
  readonly credentials: Credentials | TokenSource;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly call: CheckedCall;
}

export interface CheckedCall {
  readonly signal: AbortSignal | undefined;
  readonly attempts: number;
  readonly deadlineMs: number;
}

export function checkedOptions(options: RapportOptions): CheckedOptions {
  refuseUnknown(options, [...callNames, 'baseUrl', 'onAttempt', 'clientId', 'clientSecret', 'token']);
  if (!['function', 'undefined'].includes(typeof options.onAttempt)) {
    throw invalidOption('onAttempt', 'must be a function.');
  }
  return {
    origin: originOf(options.baseUrl),
    credentials: credentialsOf(options),
    onAttempt: options.onAttempt ?? (() => undefined),
    call: checkedCall(options, { signal: undefined, attempts: 4, deadlineMs: 60_000 }),
  };
}

export function checkedCall(options: CallOptions, initial: CheckedCall): CheckedCall {
  return {
    signal: options.signal ?? initial.signal,
    attempts: atLeastOne('attempts', options.attempts ?? initial.attempts),
    deadlineMs: atLeastOne('deadlineMs', options.deadlineMs ?? initial.deadlineMs),
  };
}

export const callNames = ['signal', 'attempts', 'deadlineMs'] as const;

export function refuseUnknown(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalidOption(unknown, `is no option; these are: ${known.join(', ')}.`);
  }
}

/** Whether a header can hold a text as it is. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text) && text.trim() === text;
}

function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalidOption('baseUrl', 'must be the address of the platform, such as https://crm.example.com.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username + url.password !== '') {
    throw invalidOption('baseUrl', `must have neither a path, a query nor a user; ${url.origin} may be meant.`);
  }
  return url.origin;
}

function credentialsOf(options: RapportOptions): Credentials | TokenSource {
  const { clientId, clientSecret, token } = options as Partial<Credentials & { token: TokenSource }>;
  if (token !== undefined) {
    if (typeof token !== 'function' || clientId !== undefined || clientSecret !== undefined) {
      throw invalidOption('token', 'must be a function that gives a token, in place of clientId and clientSecret.');
    }
    return token;
  }
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (typeof value !== 'string' || value === '') {
      throw invalidOption(name, 'must be a text that is not empty.');
    }
  }
  return { clientId: clientId as string, clientSecret: clientSecret as string };
}

function atLeastOne(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) {
    throw invalidOption(name, 'must be a whole number of at least 1.');
  }
  return value;
}
