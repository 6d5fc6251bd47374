import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '@rapport/http-contract';
import type { ServerTrace } from '@rapport/telemetry';

/** The members that guards add to the log line of a request. */
export interface RequestNotes {
  readonly tenantId?: string;
  readonly clientId?: string;
  readonly userId?: string;
}

/** One request and its answer, from the first guard to the log line. */
export class Exchange<Context = unknown> {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly trace: ServerTrace;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The part of the address behind `?`, or an empty text. */
  readonly search: string;
  /** The path's parameters, as the handler gets them before they are checked. A guard never reads the path itself. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Header names, each followed by its value, for the answer of this request. */
  readonly answerHeaders: string[] = [];
  readonly startedAt = performance.now();
  notes: RequestNotes | undefined;
  readonly #endpoint: Endpoint | undefined;
  #context: Context | undefined;

  constructor(
    req: IncomingMessage & { readonly params?: Readonly<Record<string, unknown>> },
    res: ServerResponse,
    trace: ServerTrace,
    endpoint: Endpoint | undefined,
  ) {
    this.req = req;
    this.res = res;
    this.trace = trace;
    const url = pathAndQuery(req.url ?? '/');
    const mark = url.indexOf('?');
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.search = mark < 0 ? '' : url.slice(mark + 1);
    this.params = req.params ?? {};
    this.#endpoint = endpoint;
  }

  get endpoint(): Endpoint {
    if (!this.#endpoint) {
      throw new Error('No endpoint has this address.');
    }
    return this.#endpoint;
  }

  /** The endpoint's path with its parameters in braces, for logs, spans and metrics. */
  get route(): string {
    return this.#endpoint?.path ?? 'none';
  }

  /** The first argument of handlers. A guard sets it. */
  get context(): Context {
    if (this.#context === undefined) {
      throw new Error(`No guard has set the context of ${this.route}.`);
    }
    return this.#context;
  }

  set context(context: Context) {
    this.#context = context;
  }

  /** A request header by its lower-case name. */
  header(name: string): string | undefined {
    const value = this.req.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Sets a header of the answer, both for a success and for a failure. */
  setHeader(name: string, value: string): void {
    const at = this.answerHeaders.indexOf(name);
    if (at >= 0) {
      this.answerHeaders[at + 1] = value;
    } else {
      this.answerHeaders.push(name, value);
    }
  }

  note(notes: RequestNotes): void {
    this.notes = { ...this.notes, ...notes };
  }
}

/** Refuses a request with an AppError before any of its body is read, or lets it pass and notes what it found. */
export type Guard<Context> = (exchange: Exchange<Context>) => void | Promise<void>;

/** An address in the form for proxies names the host too, which is no part of the path. */
function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
}
