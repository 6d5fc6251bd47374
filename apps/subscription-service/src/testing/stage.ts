import type { Database } from '@rapport/database';
import { databasesOfFile, type TestDatabases } from '@rapport/database/testing';
import { ensureCells } from '@rapport/tenants';
import type { Container } from 'inversify';
import { afterAll, inject } from 'vitest';
import { connectProcesses, operator, type Processes } from './processes.ts';

/** Databases of a test file, with one cell, and a process of the service that works on them. */
export class Stage {
  readonly databases: TestDatabases;
  readonly service: Database;
  readonly asOwner: Database;
  readonly processes: Processes;
  readonly running: Container;

  private constructor(databases: TestDatabases, processes: Processes) {
    this.databases = databases;
    this.processes = processes;
    this.service = databases.connect('rapport_subscription_service');
    this.asOwner = databases.connect('rapport_owner', { poolSize: 2 });
    this.running = processes.start(this.service);
  }

  static async ofFile(): Promise<Stage> {
    const databases = await databasesOfFile();
    const processes = await connectProcesses(inject('redisUrl'));
    afterAll(() => processes.redis.close());
    const stage = new Stage(databases, processes);
    await ensureCells(operator, stage.asOwner.control, ['cell']);
    return stage;
  }

  /** The databases of a process for which a cell is elsewhere. */
  connect(options: Parameters<TestDatabases['connect']>[1]): Database {
    return this.databases.connect('rapport_subscription_service', options);
  }
}
