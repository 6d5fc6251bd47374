import { once } from 'node:events';

/** A Node process that answers over its inspector. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) {
        this.#answers.get(answer.id)?.(answer);
      }
    });
    socket.addEventListener('close', () => {
      for (const settle of this.#answers.values()) {
        settle({ error: { message: 'The process is gone.' } });
      }
    });
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async collectGarbage(): Promise<void> {
    await this.#ask('HeapProfiler.collectGarbage');
  }

  /** The bytes of the heap and of the buffers beside it. */
  async usedBytes(): Promise<number> {
    const { usedSize = 0, backingStorageSize = 0 } = await this.#ask('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: string): Promise<Record<string, number | undefined>> {
    const id = (this.#sent += 1);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answers.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method }));
    const { result, error } = await promise;
    this.#answers.delete(id);
    if (error) {
      throw new Error(`${method}: ${error.message}`);
    }
    return result ?? {};
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, number>;
  readonly error?: { readonly message: string };
}
