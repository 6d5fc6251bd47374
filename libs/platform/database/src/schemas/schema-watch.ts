import { setTimeout as sleep } from 'node:timers/promises';
import { causeOf, type Logger } from '@rapport/telemetry';
import versions from '../../templates/versions.json' with { type: 'json' };
import type { LocatedTenant } from '../sql.ts';
import { isBeforeMigrations } from '../failures.ts';

/** A reader of a database found the version of its own schema, and the tenants that are older than this program. */
export interface SchemaVersions {
  readonly version: number;
  readonly tenantsBehind: readonly number[];
  /** The number of tenants that a migration has failed at, whether or not they are older than this program. */
  readonly tenantsFailed: number;
  /** The turns that each cell has counted: as control saw them, and of a cell as it says itself. */
  readonly turns: Readonly<Record<string, number>>;
}

/** Reads the versions of one database. It rejects while that is away. */
export type SchemaReader = () => Promise<SchemaVersions>;

type State = 'unseen' | 'behind' | 'current';

interface Watched {
  readonly name: string;
  readonly needed: number;
  readonly read: SchemaReader;
  state: State;
  tenantsBehind: ReadonlySet<number>;
  tenantsFailed: number;
  turns: SchemaVersions['turns'];
  /** Of a cell, as it was read last. */
  turnsLost: number;
  /** It had the schema that this program needs. */
  wasCurrent: boolean;
  /** The last words of the log on the database, so that it says each thing once. */
  said: string;
}

/**
 * This process's view of the schemas behind it. It keeps what it saw while a database is away: then no other
 * process could do more, so none is taken out of service. A schema that is newer than the program is no obstacle.
 */
export class SchemaWatch {
  readonly #control: Watched;
  readonly #cells: ReadonlyMap<string, Watched>;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  readonly #stopping = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #running: readonly Promise<void>[] = [];

  constructor(control: SchemaReader, cells: ReadonlyMap<string, SchemaReader>, logger: Pick<Logger, 'info' | 'warn'>) {
    this.#control = watched('control', versions.control, control);
    this.#cells = new Map([...cells].map(([name, read]) => [name, watched(name, versions.cell, read)]));
    this.#logger = logger;
  }

  /**
   * Whether control has answered, and neither it nor a cell that has is older than this program. A cell that becomes older is
   * one that is being brought back, which refuses its own tenants alone.
   */
  get isReady(): boolean {
    const isOld = ({ state, wasCurrent }: Watched): boolean => state === 'behind' && !wasCurrent;
    return this.#control.state === 'current' && ![...this.#cells.values()].some(isOld);
  }

  /** Whether requests of the tenant have to wait for a migration, or for the recovery of its cell. */
  isBehind({ cell, number }: LocatedTenant): boolean {
    const watched = this.#cells.get(cell);
    return (
      watched !== undefined &&
      (watched.state === 'behind' || watched.tenantsBehind.has(number) || watched.turnsLost > turnsOfSlack)
    );
  }

  /** The turns of each cell that control has seen and the cell does not know, because it was brought back to an earlier moment. */
  *turnsLost(): Generator<readonly [labels: { cell: string }, value: number]> {
    for (const [cell, { turnsLost }] of this.#cells) {
      yield [{ cell }, turnsLost];
    }
  }

  /** The number of tenants of each cell that a migration has failed at. */
  *tenantsFailed(): Generator<readonly [labels: { cell: string }, value: number]> {
    for (const [cell, { tenantsFailed }] of this.#cells) {
      yield [{ cell }, tenantsFailed];
    }
  }

  /** Begins to read. It resolves when this process is ready for the first time. */
  start(): Promise<void> {
    this.#running = [this.#control, ...this.#cells.values()].map((one) => this.#keepReading(one));
    return this.#ready.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #keepReading(one: Watched): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#read(one);
      await sleep(this.isReady ? everyMs : soonMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #read(one: Watched): Promise<void> {
    try {
      const { version, tenantsBehind, tenantsFailed, turns } = await one.read();
      one.tenantsBehind = new Set(tenantsBehind);
      one.tenantsFailed = tenantsFailed;
      // The loss is that of this reading: a cell to which this process had no way for a while has lost nothing.
      const own = turns[one.name];
      one.turnsLost = own === undefined ? 0 : Math.max(0, (this.#control.turns[one.name] ?? 0) - own);
      one.turns = turns;
      this.#learn(one, version < one.needed ? 'behind' : 'current');
    } catch (error) {
      if (isBeforeMigrations(error)) {
        this.#learn(one, 'behind');
      } else {
        this.#say(one, 'warn', 'the database does not answer', error);
      }
    }
    if (this.isReady && [...this.#cells.values()].every(({ said }) => said !== '')) {
      this.#ready.resolve();
    }
  }

  #learn(one: Watched, state: State): void {
    one.state = state;
    one.wasCurrent ||= state === 'current';
    if (state === 'behind') {
      this.#say(one, 'warn', 'the database is older than this program, which waits for its migrations');
    } else {
      this.#say(one, 'info', 'the database has the schema that this program needs');
    }
  }

  #say(one: Watched, level: 'info' | 'warn', said: string, error?: unknown): void {
    const why = error === undefined ? said : `${said} ${causeOf(error)}`;
    if (one.said !== why) {
      one.said = why;
      this.#logger[level]({ database: one.name, ...(error === undefined ? {} : { error }) }, said);
    }
  }
}

function watched(name: string, needed: number, read: SchemaReader): Watched {
  const unread = { tenantsBehind: new Set<number>(), tenantsFailed: 0, turns: {}, turnsLost: 0 };
  return { name, needed, read, state: 'unseen', wasCurrent: false, ...unread, said: '' };
}

/** Control and cell are read one after the other, and a turn takes ten seconds. */
export const turnsOfSlack = 2;

const everyMs = 5_000;
/** While this process is not ready. */
const soonMs = 1_000;
