import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

export interface SlowRequest {
  /** With the address of one process. */
  readonly url: string;
  readonly method: string;
  readonly token: string;
  readonly body: string;
  readonly contentType?: string;
}

/** A request of whose body half was sent, to a process that has let it through its guards. */
export class HalfSent {
  readonly #req: ClientRequest;
  readonly #rest: string;

  private constructor(req: ClientRequest, rest: string) {
    this.#req = req;
    this.#rest = rest;
  }

  /** A process lets the body be sent once its guards have passed. */
  static async begin({ url, method, token, body, contentType = 'application/json' }: SlowRequest): Promise<HalfSent> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    };
    const req = request(url, { method, headers, agent: false });
    req.flushHeaders();
    const refused = once(req, 'response').then(([res]: IncomingMessage[]) => {
      throw new Error(`${method} ${url} was answered ${res?.statusCode} before its body was sent`);
    });
    await Promise.race([once(req, 'continue'), refused]);
    refused.catch(() => undefined);
    const half = Math.floor(body.length / 2);
    req.write(body.slice(0, half));
    return new HalfSent(req, body.slice(half));
  }

  /** Sends the other half, and gives the answer. */
  async finish(): Promise<{ status: number; body: unknown }> {
    const answered = once(this.#req, 'response') as Promise<[IncomingMessage]>;
    this.#req.end(this.#rest);
    const [res] = await answered;
    return { status: res.statusCode ?? 0, body: await json(res) };
  }
}
