import { join } from 'node:path';
import { freePorts, startKafka, type LocalServer } from '@rapport/local-servers';

/** A broker of a test's own, which may die and come back at the same place. */
export class Broker {
  readonly url: string;
  readonly #dataDir: string;
  readonly #ports: { readonly client: number; readonly controller: number };
  #server: LocalServer | undefined;

  private constructor(folder: string, client: number, controller: number) {
    this.url = `kafka://127.0.0.1:${client}`;
    this.#dataDir = join(folder, String(client));
    this.#ports = { client, controller };
  }

  static async prepare(folder: string): Promise<Broker> {
    const [client = 0, controller = 0] = await freePorts(2);
    return new Broker(folder, client, controller);
  }

  async start(): Promise<void> {
    this.#server = await startKafka({ dataDir: this.#dataDir, ports: this.#ports });
  }

  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  async freeze(): Promise<void> {
    await this.#server?.freeze();
  }

  async thaw(): Promise<void> {
    await this.#server?.thaw();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}
