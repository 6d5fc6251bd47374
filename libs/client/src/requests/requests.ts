import type { CheckedCall, CheckedOptions, Credentials } from '../options.ts';
import { RapportError, toldWith } from '../rapport-error.ts';
import { answerOf, failureOf, retryAfterMs, traceIdOf, type Answer } from './answer.ts';
import { Tokens, tokensOf, type IssuedToken } from './tokens.ts';
import { jitteredMs, orAborted, wait } from './waiting.ts';

export interface Request {
  /** Such as `customers.create`. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The statuses beside 200 to 299 that are no failure. */
  readonly taken?: readonly number[];
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
    this.#tokens.throwIfRefused();
    const sending = new Sending(this.#options, request, call, (signal) => orAborted(this.#tokens.get(), signal));
    sending.onToken = (text, signal) => orAborted(this.#tokens.instead(text), signal);
    try {
      return await sending.end();
    } catch (error) {
      if (error instanceof RapportError) {
        this.#tokens.noteRefusal(error);
      }
      throw error;
    }
  }

  /** All callers share one request for a token, so no signal of one of them ends it. */
  async #issue({ clientId, clientSecret }: Credentials): Promise<IssuedToken> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const request: Request = {
      operation: 'token',
      method: 'POST',
      path: '/connect/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    };
    const { answer } = await new Sending(this.#options, request, { ...this.call, signal: undefined }).end();
    return answer.body as IssuedToken;
  }
}

/** One call: its requests one after the other, until an answer counts. */
class Sending {
  readonly #options: CheckedOptions;
  readonly #request: Request;
  readonly #call: CheckedCall;
  readonly #token: ((signal: AbortSignal) => Promise<string>) | undefined;
  readonly #signal: AbortSignal;
  /** Another token than the one that was refused. */
  onToken: (text: string, signal: AbortSignal) => Promise<string> = () => Promise.reject(new Error('no token'));
  #attempts = 0;
  /** The attempts that had no answer, or none that says what became of them. */
  #open = 0;
  #isRenewed = false;
  /** Why the last attempt had no answer. */
  #cause: unknown;

  constructor(
    options: CheckedOptions,
    request: Request,
    call: CheckedCall,
    token?: (signal: AbortSignal) => Promise<string>,
  ) {
    this.#options = options;
    this.#request = request;
    this.#call = call;
    this.#token = token;
    const deadline = AbortSignal.timeout(call.deadlineMs);
    this.#signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
  }

  async end(): Promise<Reached> {
    let last: RapportError | undefined;
    try {
      let token = await this.#token?.(this.#signal);
      for (;;) {
        const began = performance.now();
        const answer = await this.#fetch(token);
        if (answer && this.#isTaken(answer)) {
          this.#report(answer, began, null);
          return { answer, attempts: this.#attempts, isAfterOpenOne: this.#open > 0 };
        }
        last = answer ? failureOf(answer) : noAnswer(this.#options.origin, this.#cause);
        if (token !== undefined && !this.#isRenewed && isOfToken(last)) {
          this.#isRenewed = true;
          this.#report(answer, began, 0);
          token = await this.onToken(token, this.#signal);
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
    }
  }

  #isTaken(answer: Answer): boolean {
    const { status, body } = answer;
    return (
      (this.#request.taken ?? []).includes(status) || (isSuccess(answer) && (status === 204 || body !== undefined))
    );
  }

  /** Undefined where no answer came. An attempt has its share of the call's time, so that a lost one is not waited for to the end. */
  async #fetch(token: string | undefined): Promise<Answer | undefined> {
    this.#attempts += 1;
    const { method, path, headers, body } = this.#request;
    const share = AbortSignal.timeout(Math.max(this.#call.deadlineMs / this.#call.attempts, shortestMs));
    try {
      const response = await fetch(this.#options.origin + path, {
        method,
        headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: AbortSignal.any([this.#signal, share]),
      });
      return await answerOf(response);
    } catch (cause) {
      this.#open += 1;
      this.#cause = cause;
      this.#signal.throwIfAborted();
      return undefined;
    }
  }

  /** The time until the next request; null where another one would not help, or not in time. */
  #pauseMs(answer: Answer | undefined, { code }: RapportError): number | null {
    if (answer && (waiting.includes(answer.status) || code === 'idempotency_in_progress')) {
      return retryAfterMs(answer);
    }
    if (answer && !failing.includes(answer.status) && !isSuccess(answer)) {
      return null;
    }
    this.#open += answer ? 1 : 0;
    return this.#open < this.#call.attempts ? jitteredMs(this.#open) : null;
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

  /** A refusal that looks at no stored answer says nothing of the attempts before it. */
  #failureWith(error: RapportError): RapportError {
    const { status } = error;
    const isDecided = status !== null && status >= 400 && status < 500 && !undecided.includes(status);
    const isWrite = this.#request.method !== 'GET' && this.#token !== undefined;
    return toldWith(error, { attempts: this.#attempts, isOutcomeOpen: isWrite && this.#open > 0 && !isDecided });
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
  return new RapportError({ code: 'no_answer', status: null, detail: `${origin} gave no answer in time.` }, { cause });
}

/** These say when to come again. */
const waiting = [429, 503];
/** These may pass. */
const failing = [500, 502, 504];
/** Token, rights and limits are looked at before a stored answer. */
const undecided = [401, 403, 429];
const shortestMs = 1_000;
