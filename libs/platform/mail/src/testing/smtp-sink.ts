import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server that takes everything and keeps addresses alone, so that the sender alone is measured. */
export class SmtpSink {
  /** A mail came to each address so often. */
  readonly taken = new Map<string, number>();
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?tls=off`;
  }

  static async start(): Promise<SmtpSink> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const sink = new SmtpSink(server);
    server.on('connection', (socket) => sink.#talk(socket));
    return sink;
  }

  /** The addresses that a mail came to more than once. */
  get doubled(): number {
    return [...this.taken.values()].filter((count) => count > 1).length;
  }

  close(): void {
    this.#server.close();
  }

  #talk(socket: Socket): void {
    let received = '';
    let address = '';
    let isData = false;
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      for (;;) {
        const end = received.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) {
          // Of a mail only its end is looked for.
          received = isData ? received.slice(-4) : received;
          return;
        }
        const line = received.slice(0, end);
        received = received.slice(end + (isData ? 5 : 2));
        if (isData) {
          this.taken.set(address, (this.taken.get(address) ?? 0) + 1);
          isData = false;
          socket.write('250 taken\r\n');
          continue;
        }
        address = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? address;
        isData = /^DATA/i.test(line);
        socket.write(isData ? '354 go on\r\n' : '250 sink\r\n');
      }
    });
  }
}
