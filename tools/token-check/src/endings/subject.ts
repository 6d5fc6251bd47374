import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ending, Traffic } from '@rapport/testbed';
import { untilUnderLoad } from '../token-traffic.ts';

/** Access under load, and the time of its end. */
export abstract class Subject {
  readonly name: string;
  readonly load: Traffic;
  readonly #replicas: readonly string[];
  readonly #refusals: readonly number[];
  readonly #end: () => Promise<void>;
  #calledAt = Infinity;
  protected endedAt = Infinity;

  /** The refusals are the statuses of the answers from its end on. */
  protected constructor(
    { name, end }: Pick<Subject, 'name'> & { readonly end: () => Promise<void> },
    given: { readonly replicas: readonly string[]; readonly load: Traffic; readonly refusals: readonly number[] },
  ) {
    this.name = name;
    this.load = given.load;
    this.#replicas = given.replicas;
    this.#refusals = given.refusals;
    this.#end = end;
  }

  /** Waits until each replica has answered enough requests that were sent after this time. */
  isUnderLoad(from = 0): Promise<void> {
    return untilUnderLoad(this.load, this.#replicas, from, this.name);
  }

  async end(): Promise<void> {
    this.#calledAt = performance.now();
    await this.#end();
    this.endedAt = performance.now();
  }

  /** Long enough for a copy of the old state to come back. */
  async isDead(): Promise<void> {
    await delay(watchMs);
    await this.isUnderLoad(this.endedAt);
  }

  /** Tries what else must hold from now on. */
  abstract goesOn(): Promise<void>;

  stop(): Promise<unknown> {
    return this.load.stop();
  }

  judge(): void {
    for (const replica of this.#replicas) {
      expectStatus(200, this.load.within(0, this.#calledAt, replica), `before ${this.name}`);
      const after = this.load.within(this.endedAt, Infinity, replica);
      const passed = after.filter(({ status }) => !this.#refusals.includes(status));
      const late = passed.map(({ sentAt, status }) => `${status}, ${(sentAt - this.endedAt).toFixed(1)} ms after`);
      assert.deepEqual([`after ${this.name}`, ...late.slice(0, 5)], [`after ${this.name}`]);
      this.judgeOf(replica);
    }
  }

  /** Judges the answers of a replica further. */
  protected judgeOf(_replica: string): void {}
}

/** Throws unless there are answers, and all have this status. */
export function expectStatus(status: number, endings: readonly Ending[], when: string): void {
  assert.deepEqual([when, ...new Set(endings.map((ending) => ending.status))], [when, status]);
}

/** Throws if any of these was answered otherwise than always. */
export function noticedNothing(load: Traffic | undefined): void {
  assert.deepEqual(load?.within(0).filter(({ status }) => status !== 200) ?? [], []);
}

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
export const watchMs = 2_750;
