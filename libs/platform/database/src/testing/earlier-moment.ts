import pg from 'pg';
import { databaseTexts } from '../migrating/prepare-databases.ts';

/** An earlier moment of control or a cell, to which that can be brought back as from a backup. */
export class EarlierMoment {
  readonly #server: string;
  readonly #name: string;
  readonly #isControl: boolean;

  private constructor(administratorUrl: string, isControl: boolean) {
    const url = new URL(administratorUrl);
    this.#name = url.pathname.slice(1);
    this.#server = Object.assign(url, { pathname: 'postgres' }).href;
    this.#isControl = isControl;
  }

  /** Keeps the present moment. Sessions of the database end, and new ones wait no longer than its files are copied. */
  static async keep(administratorUrl: string, isControl = false): Promise<EarlierMoment> {
    const moment = new EarlierMoment(administratorUrl, isControl);
    await moment.#alone(async (client) => {
      await client.query(`create database ${moment.#kept} template ${moment.#database} strategy file_copy`);
    });
    return moment;
  }

  /** Makes the database what it was, and keeps the moment for another time. */
  async bringBack(): Promise<void> {
    await this.#alone(async (client) => {
      await client.query(`drop database ${this.#database}`);
      await client.query(
        `create database ${this.#database} template ${this.#kept} strategy file_copy owner rapport_owner`,
      );
      for (const { open } of databaseTexts(
        this.#isControl ? { control: this.#name, cells: [] } : { control: undefined, cells: [this.#name] },
      )) {
        await client.query(open.join(';'));
      }
    });
  }

  async forget(): Promise<void> {
    await this.#administer((client) => client.query(`drop database if exists ${this.#kept}`));
  }

  get #database(): string {
    return pg.escapeIdentifier(this.#name);
  }

  get #kept(): string {
    return pg.escapeIdentifier(`${this.#name}_kept`);
  }

  async #alone(work: (client: pg.Client) => Promise<void>): Promise<void> {
    await this.#administer(async (client) => {
      await client.query(`alter database ${this.#database} allow_connections false`);
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        this.#name,
      ]);
      await work(client);
      await client.query(`alter database ${this.#database} allow_connections true`);
    });
  }

  async #administer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client({ connectionString: this.#server });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }
}
