import { Agent } from 'undici';
import { codeOf } from '../done.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface AskedRequest extends LoadRequest {
  readonly origin: string;
}

/** The end of a request. */
export interface Ending<A extends AskedRequest = AskedRequest> {
  readonly asked: A;
  readonly sentAt: number;
  readonly endedAt: number;
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, or why no answer came. */
  readonly text: string;
}

export interface CallerPlan {
  /** The most connections to an origin; the others wait for one. */
  readonly connections?: number;
  /** The address of this machine that the requests come from. */
  readonly from?: string;
  /** Whether connections are kept; otherwise each request has a new one. */
  readonly isKept?: boolean;
  /** A request without an answer after this time gets none. */
  readonly answerMs?: number;
}

/** A caller of a platform. */
export class Caller {
  readonly #agent: Agent;

  constructor({ connections, from, isKept = true, answerMs }: CallerPlan = {}) {
    this.#agent = new Agent({
      pipelining: isKept ? 1 : 0,
      ...(connections !== undefined && { connections }),
      ...(answerMs !== undefined && { headersTimeout: answerMs, bodyTimeout: answerMs }),
      // A name of this machine may stand for an address of another family first.
      ...(from !== undefined && { localAddress: from, connect: { family: 4 } }),
    });
  }

  async send<A extends AskedRequest>(asked: A, signal?: AbortSignal): Promise<Ending<A>> {
    const { origin, method, path, headers = {}, body = null } = asked;
    const sentAt = performance.now();
    try {
      const options = { origin, method, path, headers, body, ...(signal && { signal }) };
      const { statusCode, headers: received, body: sent } = await this.#agent.request(options);
      const text = await sent.text();
      return { asked, sentAt, endedAt: performance.now(), status: statusCode, headers: received, text };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) {
        throw error;
      }
      return { asked, sentAt, endedAt: performance.now(), status: 0, headers: {}, text: error.message };
    }
  }

  /** Sends a request that must be answered with this status. */
  async expect<A extends AskedRequest>(asked: A, status: number): Promise<Ending<A>> {
    const ending = await this.send(asked);
    if (ending.status !== status) {
      const { method, path } = asked;
      throw new Error(`${method} ${path} was answered with ${ending.status}: ${ending.text.slice(0, 500)}`);
    }
    return ending;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}

/** The status, and the code where the answer is a failure: "200", "503 service_unavailable"; "0" where no answer came. */
export function outcomeOf({ status, text }: Pick<Ending, 'status' | 'text'>): string {
  const code = status < 400 ? undefined : codeOf(parsed(text));
  return code === undefined ? String(status) : `${status} ${code}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
