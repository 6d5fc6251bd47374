import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '@rapport/http-contract';
import type { ServerTrace } from '@rapport/telemetry';

/** What guards tell the log line of a request. */
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
  /** What stands behind `?`; empty where nothing does. */
  readonly search: string;
  /** Header names and values by turns, for whatever answer this request gets. */
  readonly answerHeaders: string[] = [];
  readonly startedAt = performance.now();
  notes: RequestNotes | undefined;
  readonly #endpoint: Endpoint | undefined;
  #context: Context | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, trace: ServerTrace, endpoint: Endpoint | undefined) {
    this.req = req;
    this.res = res;
    this.trace = trace;
    const url = pathAndQuery(req.url ?? '/');
    const mark = url.indexOf('?');
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.search = mark < 0 ? '' : url.slice(mark + 1);
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

  /** What handlers get as their first argument; a guard sets it. */
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

  /** A header of the answer, whether it becomes a success or a problem. */
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

/** Decides on a request before any of its body is read: throws an AppError, or notes what it found. */
export type Guard<Context> = (exchange: Exchange<Context>) => void | Promise<void>;

/** A proxy's form of an address names the host too, which is no part of the path. */
function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '');
}
