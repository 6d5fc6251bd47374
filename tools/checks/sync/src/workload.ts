import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials, type TemporaryPlatform, type Tenant, until } from '@rapport/testbed';
import { Api } from './actors/api.ts';
import { SyncClient, type ClientPlan } from './actors/sync-client.ts';
import { Writer, type WriterPlan } from './actors/writer.ts';
import { History } from './history/history.ts';
import { readTruth } from './history/read-truth.ts';
import type { Truth } from './history/truth.ts';
import { judge } from './history/verdict.ts';

/** Writers and clients on one tenant, and everything that they did and saw. */
export class Workload {
  readonly tenant: Tenant;
  readonly history = new History();
  readonly clients: SyncClient[] = [];
  /** The API as the writers use it. */
  readonly api: Api;
  readonly #platform: TemporaryPlatform;
  /** Its number on the stage, so that no writer of another one has the name of one here. */
  readonly #number: number;
  readonly #writing = new AbortController();
  readonly #reading = new AbortController();
  readonly #ending = new AbortController();
  readonly #writers: Promise<void>[] = [];
  readonly #readers: Promise<void>[] = [];
  #counted = 0;

  constructor(platform: TemporaryPlatform, tenant: Tenant, credentials: Credentials, number: number) {
    this.#platform = platform;
    this.#number = number;
    this.tenant = tenant;
    this.api = this.apiOf(credentials);
  }

  apiOf(credentials: Credentials): Api {
    return new Api(this.#platform.baseUrl, credentials, this.history, this.#ending.signal);
  }

  /** Starts this many writers, one after the other within one pause. */
  startWriters(count: number, plan: WriterPlan): void {
    for (let n = 0; n < count; n += 1) {
      const writer = this.writer(plan);
      const begin = delay((plan.pauseMs / count) * n);
      this.#writers.push(begin.then(() => writer.run(this.#writing.signal)));
    }
  }

  /** Makes a writer that writes when the scenario calls it. */
  writer(plan: WriterPlan = { pauseMs: 0 }, api: Api = this.api): Writer {
    return new Writer(`w${this.#number}-${(this.#counted += 1)}`, api, this.history, plan);
  }

  /** Starts clients that synchronise by themselves until the workload ends. */
  startClients(plans: readonly ClientPlan[], api: Api = this.api): void {
    for (const plan of plans) {
      const client = this.client(plan, api);
      this.#readers.push(client.run(this.#reading.signal));
    }
  }

  /** Makes a client that synchronises when the scenario calls it, and that is judged with the others. */
  client(plan: ClientPlan, api: Api = this.api): SyncClient {
    const name = `c${this.clients.length + 1} (${plan.reads}, ${plan.goesOn})`;
    const client = new SyncClient(name, api, this.history, plan);
    this.clients.push(client);
    return client;
  }

  /** Waits until this many more writes are answered. */
  async writes(count: number, timeoutMs = 60_000): Promise<void> {
    const enough = this.answered + count;
    await until(
      () => this.answered >= enough,
      timeoutMs,
      () => `only ${this.answered - enough + count} of ${count} writes were answered in ${timeoutMs} ms`,
    );
  }

  /** Waits until every client has synchronised this many more times. */
  async rounds(count: number, timeoutMs = 60_000): Promise<void> {
    const enough = this.clients.map(({ rounds }) => rounds + count);
    const isEnough = (): boolean => this.clients.every(({ rounds }, n) => rounds >= (enough[n] ?? 0));
    await until(isEnough, timeoutMs, () => `not every client came to ${count} more reads in ${timeoutMs} ms`);
  }

  /** Ends all writers and clients without a verdict. */
  async abandon(): Promise<void> {
    for (const controller of [this.#writing, this.#reading, this.#ending]) {
      controller.abort();
    }
    await Promise.allSettled([...this.#writers, ...this.#readers]);
  }

  get answered(): number {
    return this.history.writes.filter(({ outcome }) => outcome === 'done').length;
  }

  async stopWriting(): Promise<void> {
    this.#writing.abort();
    await Promise.all(this.#writers);
  }

  /** Ends writing, lets each client synchronise to the end, and judges everything. */
  async judge(): Promise<Truth> {
    await this.stopWriting();
    this.#reading.abort();
    await Promise.all(this.#readers);
    // A client that must start again does so in the first round, and goes on from there in the second.
    for (const client of [...this.clients, ...this.clients]) {
      await client.round();
    }
    const truth = await readTruth(this.#platform, this.tenant);
    judge({ history: this.history, clients: this.clients, truth });
    return truth;
  }
}
