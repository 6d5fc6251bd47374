import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts, startKafka, type LocalServer } from '@rapport/local-servers';

/** A broker of a test's own, which may die and come back at the same place. */
export class Broker {
  readonly url: string;
  readonly #folder: string;
  readonly #controller: number;
  readonly #settings: Readonly<Record<string, string>>;
  #server: LocalServer | undefined;

  private constructor(folder: string, client: number, controller: number, settings: Readonly<Record<string, string>>) {
    this.url = `kafka://127.0.0.1:${client}`;
    this.#folder = join(folder, String(client));
    this.#controller = controller;
    this.#settings = settings;
  }

  static async prepare(folder: string): Promise<Broker> {
    const [client = 0, controller = 0] = await freePorts(2);
    return new Broker(folder, client, controller, {});
  }

  /** Another broker for the cluster of this one, which is its controller and runs. */
  async prepareSecond(folder: string): Promise<Broker> {
    const [client = 0] = await freePorts(1);
    const second = new Broker(folder, client, this.#controller, {
      'node.id': '2',
      'process.roles': 'broker',
      listeners: `PLAINTEXT://127.0.0.1:${client}`,
    });
    await second.#join(this.#folder);
    return second;
  }

  async start(): Promise<void> {
    const ports = { client: Number(new URL(this.url).port), controller: this.#controller };
    this.#server = await startKafka({ dataDir: this.#folder, ports, settings: this.#settings });
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

  /** The folder of a broker says to which cluster it belongs. */
  async #join(first: string): Promise<void> {
    const [name, mark] = [join('log', 'meta.properties'), 'formatted'];
    const properties = await readFile(join(first, name), 'utf8');
    const directory = randomBytes(16).toString('base64url');
    const own = properties.replace('node.id=1', 'node.id=2').replace(/directory\.id=.*/, `directory.id=${directory}`);
    await mkdir(join(this.#folder, 'log'), { recursive: true });
    await writeFile(join(this.#folder, name), own);
    await writeFile(join(this.#folder, mark), '');
  }
}
