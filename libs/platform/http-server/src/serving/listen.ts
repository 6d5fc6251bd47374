import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { times } from '@rapport/config';

export interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Listening {
  readonly port: number;
  /** Closes every connection after its next answer, takes no new ones, and cuts off requests that end too late. */
  drain(timeoutMs: number): Promise<void>;
}

export async function listen(address: Address, app: RequestListener): Promise<Listening> {
  const listener = new Listener(app);
  await listener.listen(address);
  return listener;
}

const limits = {
  keepAliveTimeout: times.keepAliveMs,
  headersTimeout: times.requestHeadMs,
  // The reader of a body measures its rate.
  requestTimeout: 0,
  // The edge lets half of this through, and adds what it knows of the caller.
  maxHeaderSize: 32_768,
  connectionsCheckingInterval: 2_000,
  noDelay: true,
};

const drainCheckMs = 20;

class Listener implements Listening {
  readonly #server: Server;
  #running = 0;
  #isDraining = false;

  constructor(app: RequestListener) {
    const answer: RequestListener = (req, res) => {
      this.#running += 1;
      res.once('close', () => (this.#running -= 1));
      // The caller's next request would meet a closed connection, so the answer asks the caller to open another one.
      res.shouldKeepAlive &&= !this.#isDraining;
      app(req, res);
    };
    this.#server = createServer(limits, answer);
    // A caller that waits for leave to send its body gets it when the body is read, after all guards have passed.
    this.#server.on('checkContinue', answer);
  }

  get port(): number {
    // A server that listens on TCP has this form of address.
    return (this.#server.address() as AddressInfo).port;
  }

  async listen({ host, port }: Address): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  async drain(timeoutMs: number): Promise<void> {
    this.#isDraining = true;
    // The edge sends requests until it has seen that this process is not ready. Closing before would lose some of them.
    if ((await this.#connections()) > 0) {
      await delay(times.drainNoticeMs);
    }
    const closed = once(this.#server, 'close');
    this.#server.close();
    const check = setInterval(() => this.#closeUnused(), drainCheckMs);
    const late = setTimeout(() => this.#server.closeAllConnections(), timeoutMs);
    await closed;
    clearInterval(check);
    clearTimeout(late);
  }

  #connections(): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    return promise;
  }

  /** A connection without any request yet does not count as idle, and Node would wait for it. */
  #closeUnused(): void {
    if (this.#running > 0) {
      this.#server.closeIdleConnections();
    } else {
      this.#server.closeAllConnections();
    }
  }
}
