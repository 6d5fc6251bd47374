import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from '../attack.ts';

/** Many connections of one attacker. A connection that the proxy ends is opened again, until the signal. */
export class Connections {
  readonly #target: Target;
  readonly #signal: AbortSignal;
  readonly #open = new Set<Socket>();
  #opened = 0;
  #ended = 0;

  constructor(target: Target, signal: AbortSignal) {
    this.#target = target;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#closeAll());
  }

  get figures(): Record<string, number> {
    return { 'connections opened': this.#opened, 'ended by the proxy': this.#ended };
  }

  /** Keeps this many connections open until the signal; each starts with the same bytes. */
  async keep(count: number, begin: (socket: Socket) => void): Promise<void> {
    while (!this.#signal.aborted) {
      // The pause keeps the attacker itself from taking the processors of this machine.
      for (let round = 0; round < perTurn && this.#open.size < count; round += 1) {
        begin(this.open());
      }
      await delay(10);
    }
  }

  open(): Socket {
    const { host, port, from } = this.#target;
    const socket = connect({ host, port, localAddress: from });
    this.#opened += 1;
    this.#open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#open.delete(socket);
      if (!this.#signal.aborted) {
        this.#ended += 1;
      }
    });
    return socket;
  }

  #closeAll(): void {
    for (const socket of this.#open) {
      socket.destroy();
    }
  }
}

const perTurn = 50;
