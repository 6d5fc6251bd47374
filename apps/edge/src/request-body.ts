import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * The body of a request on its way to a service. It stands between, because a service that goes away destroys the stream
 * it was reading, and the caller's connection must live to be told. Nothing is read before the first demand.
 */
export class RequestBody extends Readable {
  readonly #req: IncomingMessage;
  #attached = false;

  constructor(req: IncomingMessage) {
    super({ highWaterMark: 65_536 });
    this.#req = req;
    this.on('error', () => undefined);
  }

  /** Whether the service, not the caller, is the one that is waited for. */
  get isHeldBack(): boolean {
    return !this.#attached || this.readableLength >= this.readableHighWaterMark;
  }

  override _read(): void {
    if (!this.#attached) {
      this.#attached = true;
      this.#req.on('data', this.#onData);
      this.#req.on('end', this.#onEnd);
    }
    this.#req.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#req.off('data', this.#onData);
    this.#req.off('end', this.#onEnd);
    done(error);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.#req.pause();
  };

  readonly #onEnd = (): void => {
    this.push(null);
  };
}

export function hasBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length'];
  return (length !== undefined && length !== '0') || req.headers['transfer-encoding'] !== undefined;
}
