import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A way to a real server that can be frozen and cut. A frozen way takes connections and bytes and answers nothing, like
 * a server whose process is stopped.
 */
export class Tap {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: { frozen: boolean };

  private constructor(url: string, server: Server, sockets: Set<Socket>, state: { frozen: boolean }) {
    this.url = url;
    this.#server = server;
    this.#sockets = sockets;
    this.#state = state;
  }

  /** Opens a way. It asks `passes` of all that a client sends, where that is given, and keeps back what may not pass. */
  static async open(target: string, passes: () => boolean = () => true): Promise<Tap> {
    const { hostname, port } = new URL(target);
    const sockets = new Set<Socket>();
    const state = { frozen: false };
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.on('data', (bytes) => state.frozen || (from === client && !passes()) || to.write(bytes));
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        from.on('error', () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port); // It listens on a port, so it has one.
    return new Tap(url.href, server, sockets, state);
  }

  /** From now on nothing passes. Bytes that are sent meanwhile are lost with their connection. */
  freeze(): void {
    this.#state.frozen = true;
  }

  thaw(): void {
    this.#state.frozen = false;
  }

  /** Breaks off every connection. */
  cut(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
