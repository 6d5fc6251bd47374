import { isHeaderText, type CheckedCall, type CheckedOptions, type Credentials } from '../options.ts';
import { RapportError, toldWith } from '../rapport-error.ts';
import { answerOf, failureOf, retryAfterMs, traceIdOf, type Answer } from './answer.ts';
import { Tokens, tokensOf, type IssuedToken } from './tokens.ts';
import { Bound, jitteredMs, orAborted, wait } from './waiting.ts';

export interface Request {
  /** Such as `customers.create`. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** A text in the body that no failure quotes. */
  readonly secret?: string | undefined;
  /** The statuses beside 200 to 299 that are no failure. */
  readonly taken?: readonly number[];
  /** Whether the body of a success is one of the platform, and not of something before it. */
  readonly isExpected?: (body: unknown) => boolean;
}

/** An answer, and how it was reached. */
export interface Reached {
  readonly answer: Answer;
  readonly attempts: number;
  /** Whether an attempt before it may have been made too. */
  readonly isAfterOpenOne: boolean;
}

/** Sends requests, again where that may help, with a token that is renewed. */
export class Requests {
  readonly #options: CheckedOptions;
  readonly #tokens: Tokens;

  constructor(options: CheckedOptions) {
    this.#options = options;
    const { credentials } = options;
    this.#tokens =
      typeof credentials === 'function' ? tokensOf(credentials) : new Tokens(() => this.#issue(credentials));
  }

  get call(): CheckedCall {
    return this.#options.call;
  }

  async send(request: Request, call: CheckedCall): Promise<Reached> {
    const token: TokenFor = (refused, signal) =>
      orAborted(() => (refused === undefined ? this.#tokens.get() : this.#tokens.instead(refused)), signal);
    try {
      return await new Sending(this.#options, request, call, token).end();
    } catch (error) {
      if (error instanceof RapportError) {
        this.#tokens.noteRefusal(error);
      }
      throw error;
    }
  }

  /** All callers share one request for a token, so the signal of all calls ends it, and that of no single one. */
  async #issue({ clientId, clientSecret }: Credentials): Promise<IssuedToken> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const request: Request = {
      operation: 'token',
      method: 'POST',
      path: '/connect/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      secret: clientSecret,
    };
    const { answer } = await new Sending(this.#options, request, this.call).end();
    const issued = answer.body as Partial<IssuedToken> | null;
    const text = issued?.access_token;
    if (typeof text !== 'string' || !isHeaderText(text) || !(Number(issued?.expires_in) > 0)) {
      const detail = 'The answer to the request for a token holds none.';
      throw new RapportError({ code: 'unknown_answer', status: answer.status, detail, traceId: traceIdOf(answer) });
    }
    return issued as IssuedToken;
  }
}

/** A token, which is another one than that which was refused. */
type TokenFor = (refused: string | undefined, signal: AbortSignal) => Promise<string>;

/** One call: its requests one after the other, until an answer counts. */
class Sending {
  readonly #options: CheckedOptions;
  readonly #request: Request;
  readonly #call: CheckedCall;
  readonly #token: TokenFor | undefined;
  readonly #bound: Bound;
  readonly #signal: AbortSignal;
  #attempts = 0;
  /** The attempts that count: without an answer, or with one that may pass. */
  #failed = 0;
  /** Whether an attempt had no answer that says what became of it. */
  #isOpen = false;
  /** Why the last attempt had no answer. */
  #cause: unknown;

  constructor(options: CheckedOptions, request: Request, call: CheckedCall, token?: TokenFor) {
    this.#options = options;
    this.#request = request;
    this.#call = call;
    this.#token = token;
    this.#bound = new Bound(call.deadlineMs, call.signal);
    this.#signal = this.#bound.signal;
  }

  async end(): Promise<Reached> {
    let last: RapportError | undefined;
    let refused: string | undefined;
    try {
      for (;;) {
        const token = await this.#tokenInstead(refused);
        const began = performance.now();
        const answer = await this.#fetch(token);
        if (answer && this.#isTaken(answer)) {
          this.#report(answer, began, null);
          return { answer, attempts: this.#attempts, isAfterOpenOne: this.#isOpen };
        }
        if (!answer && this.#signal.aborted) {
          this.#report(answer, began, null);
          throw this.#signal.reason;
        }
        last = answer ? failureOf(answer) : noAnswer(this.#options.origin, this.#cause);
        if (token !== undefined && refused === undefined && isOfToken(last)) {
          refused = token;
          this.#report(answer, began, 0);
          continue;
        }
        const pauseMs = this.#pauseMs(answer, last);
        this.#report(answer, began, pauseMs);
        if (pauseMs === null) {
          throw this.#failureWith(last);
        }
        await wait(pauseMs, this.#signal);
      }
    } catch (error) {
      throw this.#signal.aborted ? this.#ended(last) : error;
    } finally {
      this.#bound.release();
    }
  }

  /** Each attempt asks for it, because a wait may outlast a token, or the client be refused meanwhile. */
  async #tokenInstead(refused: string | undefined): Promise<string | undefined> {
    try {
      return await this.#token?.(refused, this.#signal);
    } catch (error) {
      const known = { attempts: this.#attempts, isOutcomeOpen: this.#isOpen && this.#request.method !== 'GET' };
      throw error instanceof RapportError ? toldWith(error, known) : error;
    }
  }

  #isTaken(answer: Answer): boolean {
    const { status, body } = answer;
    const { taken = [], isExpected = () => status === 204 || body !== undefined } = this.#request;
    return taken.includes(status) || (isSuccess(answer) && isExpected(body));
  }

  /** Undefined where no answer came. An attempt has its share of the call's time, so that a lost one is not waited for to the end. */
  async #fetch(token: string | undefined): Promise<Answer | undefined> {
    this.#attempts += 1;
    const { method, path, headers, body, secret } = this.#request;
    const share = new Bound(Math.max(this.#call.deadlineMs / this.#call.attempts, shortestMs), this.#signal);
    try {
      const response = await fetch(this.#options.origin + path, {
        method,
        headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: share.signal,
      });
      return await answerOf(response, token ?? secret);
    } catch (cause) {
      this.#failed += 1;
      this.#isOpen = true;
      this.#cause = cause;
      return undefined;
    } finally {
      share.release();
    }
  }

  /** The time until the next request; null where another one would not help. A 503 may come of a service that dies behind the write. */
  #pauseMs(answer: Answer | undefined, { code }: RapportError): number | null {
    if (answer && (waiting.includes(answer.status) || code === 'idempotency_in_progress')) {
      this.#isOpen ||= answer.status !== 429;
      return retryAfterMs(answer);
    }
    this.#isOpen ||= !answer || answer.status >= 500 || isSuccess(answer);
    if (answer && !failing.includes(answer.status) && !isSuccess(answer)) {
      return null;
    }
    this.#failed += answer ? 1 : 0;
    return this.#failed < this.#call.attempts ? jitteredMs(this.#failed) : null;
  }

  #report(answer: Answer | undefined, began: number, waitMs: number | null): void {
    this.#options.onAttempt({
      operation: this.#request.operation,
      status: answer?.status ?? null,
      ms: performance.now() - began,
      waitMs,
      traceId: answer ? traceIdOf(answer) : null,
    });
  }

  /** A refusal that looks at no stored answer says nothing of the attempts before it; only the platform's of a POST looks at it. */
  #failureWith(error: RapportError): RapportError {
    const { status, code } = error;
    const isRefused = status !== null && status >= 400 && status < 500 && !undecided.includes(status);
    const isDecided = isRefused && !undecidedCodes.includes(code) && this.#request.method === 'POST';
    const isWrite = this.#request.method !== 'GET' && this.#token !== undefined;
    return toldWith(error, { attempts: this.#attempts, isOutcomeOpen: isWrite && this.#isOpen && !isDecided });
  }

  #ended(last: RapportError | undefined): RapportError {
    if (this.#call.signal?.aborted) {
      const detail = 'The signal of the caller ended the call.';
      return this.#failureWith(
        new RapportError({ code: 'aborted', status: null, detail }, { cause: this.#call.signal.reason }),
      );
    }
    return this.#failureWith(last ?? noAnswer(this.#options.origin, this.#cause));
  }
}

function isOfToken({ status, code }: RapportError): boolean {
  return status === 401 && code.startsWith('token_');
}

/** A success without JSON is cut off, or another server's. */
function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function noAnswer(origin: string, cause: unknown): RapportError {
  const { code } = (cause as { cause?: { code?: unknown } } | undefined)?.cause ?? {};
  const detail = `${origin} gave no answer in time${typeof code === 'string' ? ` (${code})` : ''}.`;
  return new RapportError({ code: 'no_answer', status: null, detail }, { cause });
}

/** These say when to come again. */
const waiting = [429, 503];
/** These may pass. */
const failing = [500, 502, 504];
/** Token, rights and limits are looked at before a stored answer. */
const undecided = [401, 403, 429];
const undecidedCodes = ['idempotency_in_progress', 'unknown_answer'];
/** A write of many records takes seconds. */
const shortestMs = 5_000;
