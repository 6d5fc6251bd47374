import { connect, type Socket } from 'node:net';
import type { ReceivedAnswer } from '@rapport/testbed';
import { answerIn, bytesOf, type HostileRequest } from './http-message.ts';

/** The server gave no answer within the time, closed without one, or sent what is no answer. */
export class NoAnswer extends Error {}

/** One connection that is kept, and made anew when the server has closed it. */
export class Connection {
  readonly #address: URL;
  readonly #timeoutMs: number;
  #socket: Socket | undefined;

  constructor(baseUrl: string, timeoutMs: number) {
    this.#address = new URL(baseUrl);
    this.#timeoutMs = timeoutMs;
  }

  async send(request: HostileRequest): Promise<ReceivedAnswer> {
    const kept = this.#socket;
    if (kept !== undefined && !kept.destroyed && kept.readyState === 'open') {
      const answer = await this.#exchange(kept, request).catch((error: unknown) => {
        // The server may close a kept connection at the moment at which the request leaves.
        if (error instanceof ClosedEarly) {
          return undefined;
        }
        throw error;
      });
      if (answer !== undefined) {
        return answer;
      }
    }
    for (let attempt = 1; ; attempt += 1) {
      this.#socket = connect({ host: this.#address.hostname, port: Number(this.#address.port), noDelay: true });
      this.#socket.on('error', () => undefined);
      try {
        return await this.#exchange(this.#socket, request);
      } catch (error) {
        // A server that refuses a long body closes while it is still coming, and its answer may be lost by that.
        const isLong = (request.body?.length ?? 0) > longBytes;
        if (!(error instanceof ClosedEarly) || !isLong || attempt === attemptsMax) {
          throw error;
        }
      }
    }
  }

  close(): void {
    this.#socket?.destroy();
  }

  #exchange(socket: Socket, request: HostileRequest): Promise<ReceivedAnswer> {
    return new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      const finish = (outcome: ReceivedAnswer | Error): void => {
        clearTimeout(timer);
        socket.off('data', take).off('close', gone);
        if (outcome instanceof Error) {
          socket.destroy();
          reject(outcome);
        } else {
          resolve(outcome);
        }
      };
      const take = (piece: Buffer): void => {
        pieces.push(piece);
        const whole = answerIn(Buffer.concat(pieces), request.method === 'HEAD');
        if (whole !== undefined) {
          if (whole.rest.length > 0 || whole.answer.headers['connection'] === 'close') {
            socket.destroy();
          }
          const isTwo = whole.rest.length > 0;
          finish(isTwo ? new NoAnswer(`more than one answer: ${whole.rest.toString('latin1', 0, 80)}`) : whole.answer);
        }
      };
      const gone = (): void =>
        finish(
          pieces.length === 0 ? new ClosedEarly('closed without an answer') : new NoAnswer('closed within an answer'),
        );
      const timer = setTimeout(() => finish(new NoAnswer(`no answer within ${this.#timeoutMs} ms`)), this.#timeoutMs);
      socket.on('data', take).on('close', gone);
      socket.write(bytesOf(request));
    });
  }
}

/** A shorter body is on its way as a whole before a server can have refused it. */
const longBytes = 65_536;
const attemptsMax = 5;

class ClosedEarly extends NoAnswer {}
