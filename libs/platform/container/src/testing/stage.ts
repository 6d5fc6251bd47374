import { statement, type Database } from '@rapport/database';
import { databasesOfFile, type TestDatabases } from '@rapport/database/testing';
import type { Container } from 'inversify';
import { afterAll, inject } from 'vitest';
import { connectProcesses, operator, type Compose, type Processes } from './processes.ts';

/** Databases of a test file, with one cell, and a process of the subscription service that works on them. */
export class Stage<Settings = unknown> {
  readonly databases: TestDatabases;
  readonly service: Database;
  readonly asOwner: Database;
  readonly processes: Processes<Settings>;
  readonly running: Container;

  private constructor(databases: TestDatabases, processes: Processes<Settings>) {
    this.databases = databases;
    this.processes = processes;
    this.service = databases.connect('rapport_subscription_service');
    this.asOwner = databases.connect('rapport_owner', { poolSize: 2 });
    this.running = processes.start(this.service);
  }

  /** The parts of the process are those that the tests are about. */
  static async ofFile<Settings>(compose: Compose<Settings>): Promise<Stage<Settings>> {
    const databases = await databasesOfFile();
    const processes = await connectProcesses(inject('redisUrl'), compose);
    afterAll(() => processes.redis.close());
    const stage = new Stage(databases, processes);
    await stage.asOwner.control.query(operator, insertCell);
    return stage;
  }

  /** A process for which the cell is away. */
  startWithoutCell(): Container {
    const cells = { cell: 'postgres://nobody@127.0.0.1:1/none' };
    return this.processes.start(this.databases.connect('rapport_subscription_service', { cells }));
  }
}

const insertCell = statement('t_cell', `insert into control.cell (name) values ('cell')`);
