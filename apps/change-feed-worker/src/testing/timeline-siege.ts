import { setTimeout as delay } from 'node:timers/promises';
import { ChangesTopic, createTestCell, until, type TestCell, type TestTenant } from '@rapport/change-feed/testing';
import { statement, type Sent } from '@rapport/database';
import { createTestDatabases, holdTransaction } from '@rapport/database/testing';
import { freePort } from '@rapport/local-servers';
import { itemColumns, withoutTimes, type ModelItem } from '@rapport/testbed/model';
import { MortalServers } from './mortal-servers.ts';
import { ModelledWrites } from './timeline/modelled-writes.ts';
import { untilAnswered } from './timeline/settled-writes.ts';
import { writeRound } from './timeline/write-round.ts';
import { WorkerProcess } from './worker-process.ts';

/** The harms to the worker, PostgreSQL or Kafka while writes go on. */
export const harms = [
  'a worker is killed',
  'a worker is frozen',
  'the workers lose their sessions',
  'PostgreSQL is killed',
  'PostgreSQL is frozen',
  'a session of PostgreSQL is killed',
  'Kafka is killed',
  'Kafka is frozen',
  'the topic is deleted',
  'all events come again',
] as const;

export type Harm = (typeof harms)[number];

export interface Turn {
  readonly harm: Harm;
  /** Whether it happens while a move is held in the middle, and not at any moment. */
  readonly isAmidMove: boolean;
}

/** The items after the siege, and those that the model says. */
export interface SiegeResult {
  readonly items: readonly ModelItem[];
  readonly expected: readonly ModelItem[];
}

/** Two workers move what a model writes, while one harm after the other is done. Each harm ends when the changes before its end are moved. */
export async function besiegeTimelines(turns: readonly Turn[]): Promise<SiegeResult> {
  const siege = await Siege.begin();
  try {
    return await siege.play(turns);
  } finally {
    await siege.end();
  }
}

class Siege {
  readonly #servers: MortalServers;
  readonly #cell: TestCell;
  readonly #tenant: TestTenant;
  readonly #topic: ChangesTopic;
  #workers: WorkerProcess[] = [];

  private constructor(servers: MortalServers, cell: TestCell, tenant: TestTenant) {
    this.#servers = servers;
    this.#cell = cell;
    this.#tenant = tenant;
    this.#topic = new ChangesTopic(servers.kafkaUrl);
  }

  static async begin(): Promise<Siege> {
    const servers = await MortalServers.start();
    const cell = await createTestCell(await createTestDatabases(servers.postgresUrl));
    const siege = new Siege(servers, cell, await cell.tenant());
    await Promise.all([siege.#startWorker(), siege.#startWorker()]);
    return siege;
  }

  async play(turns: readonly Turn[]): Promise<SiegeResult> {
    const writes = new ModelledWrites(this.#cell.databases, this.#tenant.caller);
    let isOver = false;
    const end = (): void => void (isOver = true);
    const writeAll = async (): Promise<void> => {
      for (let round = 0; !isOver; round += 1) {
        await writeRound(writes, round);
      }
    };
    // Each ends with the other, also where one fails.
    const outcomes = await Promise.allSettled([
      writeAll().finally(end),
      this.#harmAll(turns, () => isOver).finally(end),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        throw outcome.reason;
      }
    }
    await this.#untilMoved();
    const found = await this.#tenant.owner.query<ModelItem>(this.#tenant.caller, readItems);
    return { items: withoutTimes(writes.timelines.certain(found)), expected: writes.timelines.items };
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.kill()));
    await this.#cell.databases.drop();
    await this.#servers.stop();
  }

  async #harmAll(turns: readonly Turn[], isOver: () => boolean): Promise<void> {
    for (const { harm, isAmidMove } of turns) {
      if (isOver()) {
        return;
      }
      const held = isAmidMove ? await this.#holdMove() : null;
      await this.#harm(harm);
      // PostgreSQL may have ended the transaction with everything else.
      await held?.end().catch(() => undefined);
      await this.#untilMoved();
    }
  }

  async #harm(harm: Harm): Promise<void> {
    switch (harm) {
      case 'a worker is killed':
        await this.#workers.shift()?.kill();
        return this.#startWorker();
      case 'a worker is frozen':
        return this.#freezeWorker();
      case 'the workers lose their sessions':
        await this.#ofWorkers(cutOff);
        return;
      case 'PostgreSQL is killed':
        return this.#servers.killPostgres();
      case 'PostgreSQL is frozen':
        return this.#servers.freezePostgres(postgresAwayMs);
      case 'a session of PostgreSQL is killed':
        return this.#killSession();
      case 'Kafka is killed':
        return this.#servers.killKafka();
      case 'Kafka is frozen':
        return this.#servers.freezeKafka(kafkaAwayMs);
      case 'the topic is deleted':
        await this.#topic.delete();
        return this.#topic.untilThere();
      case 'all events come again':
        return this.#sendAllAgain();
    }
  }

  async #startWorker(): Promise<void> {
    const worker = WorkerProcess.start(this.#cell, this.#servers.kafkaUrl, await freePort());
    this.#workers.push(worker);
    await until(() => worker.isReady());
  }

  async #freezeWorker(): Promise<void> {
    const [victim] = this.#workers.splice(0, 1);
    victim?.signal('SIGSTOP');
    await delay(workerAwayMs);
    victim?.signal('SIGCONT');
    this.#workers.push(...(victim ? [victim] : []));
  }

  /** PostgreSQL ends every other session then, and recovers by itself. After that it does not know the session. */
  async #killSession(): Promise<void> {
    const [session] = await this.#ofWorkers<{ pid: number }>(findSession);
    if (session) {
      process.kill(session.pid, 'SIGKILL');
      await until(async () => (await this.#ofWorkers(findSessionOf.with(session))).length === 0);
    }
  }

  /** The offsets of a group are set while it has no member. */
  async #sendAllAgain(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.kill()));
    await this.#topic.resetOffsets();
    await Promise.all([this.#startWorker(), this.#startWorker()]);
  }

  /** Locks the timelines until a move waits for them, with its change out of the outbox and in the feed already. */
  async #holdMove(): Promise<{ end(): Promise<void> }> {
    const { owner, caller } = this.#tenant;
    const held = await untilAnswered(() => holdTransaction(caller, owner, lockTimelines));
    await until(async () => (await untilAnswered(() => owner.query(caller, findHeldMove))).length > 0);
    return held;
  }

  /** Waits for the changes that are there now. PostgreSQL may be away meanwhile. */
  async #untilMoved(): Promise<void> {
    const idsInOutbox = async (): Promise<string[]> =>
      (await untilAnswered(() => this.#tenant.outbox())).map(({ id }) => id);
    const waiting = new Set(await idsInOutbox());
    await until(async () => !(await idsInOutbox()).some((id) => waiting.has(id)));
  }

  /** Asks in the workers' role. */
  async #ofWorkers<R extends object>(sent: Sent): Promise<R[]> {
    return untilAnswered(() => this.#cell.database.cell('cell').query<R>(this.#tenant.caller, sent));
  }
}

/** Longer than clients wait for an answer of PostgreSQL. */
const postgresAwayMs = 6_000;
/** Longer than a member of a group may be silent. */
const kafkaAwayMs = 12_000;
const workerAwayMs = 12_000;

const readItems = statement(
  'test_timeline_items',
  `select ${itemColumns} from tenant.timeline order by customer_id, occurred_on, id`,
);
/** Ends the workers' sessions, in the middle of what they do. */
const cutOff = statement(
  'test_cut_off',
  `select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
);
const findSession = statement(
  'test_find_session',
  `select pid from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid() order by random() limit 1`,
);
const findSessionOf = statement('test_find_session_of', 'select from pg_stat_activity where pid = :pid::int');
const lockTimelines = statement('test_lock_timelines', 'lock table tenant.timeline in exclusive mode');
const findHeldMove = statement(
  'test_find_held_move',
  `select from pg_locks where relation = 'tenant.timeline'::regclass and not granted`,
);
