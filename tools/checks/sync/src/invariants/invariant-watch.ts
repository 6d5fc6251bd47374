import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@rapport/testbed';
import type { Client } from 'pg';
import type { Violation } from '../history/history.ts';
import type { Stage } from '../stage.ts';
import { askInvariants, type BothDatabases } from './ask-invariants.ts';

/** Asks the invariants of every tenant of a stage each two seconds, while its load runs. */
export class InvariantWatch {
  readonly #stage: Stage;
  /** As they were first seen, by their texts. */
  readonly #violations = new Map<string, Violation>();
  readonly #times: number[] = [];
  readonly #begunAt = performance.now();
  readonly #ending = new AbortController();
  readonly #watching: Promise<void>;
  /** A connection that is kept knows the tables of a tenant, and how to find what is broken in them. */
  #cell: Client | undefined;
  #control: Client | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#watching = this.#watch();
  }

  /** Asks once more, when every process is there again, and tells the stage what was broken. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#watching;
    const stage = this.#stage;
    try {
      await stage.processes.untilReady();
      // A connection that a scenario has cut fails at its next question.
      await this.#askAll().catch(() => this.#askAll());
    } catch (error) {
      stage.expect(false, `the invariants were not asked in the end: ${String(error)}`);
    }
    await this.#disconnect();
    stage.violations.push(...this.#violations.values());
    const longest = Math.max(0, ...this.#times).toFixed(0);
    stage.figure('invariants', `asked ${this.#times.length} times, in ${longest} ms at most`);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await delay(betweenMs, undefined, { signal }).catch(() => undefined);
      // A scenario may have taken a server away; it is back when the last question is asked.
      await this.#askAll().catch(() => undefined);
    }
  }

  async #askAll(): Promise<void> {
    try {
      this.#cell ??= await this.#stage.platform.connect('administrator', noJit);
      this.#control ??= await this.#stage.platform.connect('administrator of control', noJit);
      for (const tenant of [...this.#stage.tenants]) {
        await this.#ask({ cell: this.#cell, control: this.#control }, tenant);
      }
    } catch (error) {
      await this.#disconnect();
      throw error;
    }
  }

  async #disconnect(): Promise<void> {
    const [cell, control] = [this.#cell, this.#control];
    this.#cell = this.#control = undefined;
    await cell?.end();
    await control?.end();
  }

  async #ask(databases: BothDatabases, tenant: Tenant): Promise<void> {
    const began = performance.now();
    for (const violation of await askInvariants(databases, tenant)) {
      const seconds = ((began - this.#begunAt) / 1_000).toFixed(1);
      const first = { ...violation, text: `${violation.text}, ${seconds} s after the beginning` };
      this.#violations.set(violation.text, this.#violations.get(violation.text) ?? first);
    }
    this.#times.push(performance.now() - began);
  }
}

const betweenMs = 2_000;
/** A long text over small tables is read sooner than it is compiled. */
const noJit = { jit: 'off' };
