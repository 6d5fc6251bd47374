import { setTimeout as delay } from 'node:timers/promises';
import { outcomeOf, type Traffic } from '@rapport/testbed';
import { expect } from 'vitest';
import type { Ending } from './endings.ts';
import { bearerTraffic, untilUnderLoad, type AskedApi } from './token-traffic.ts';

/** One token under load, and the times of its end and of its return. */
export class EndedToken {
  readonly load: Traffic;
  readonly #ending: Ending;
  readonly #api: AskedApi;
  #calledAt = Infinity;
  #endedAt = Infinity;
  #enabledFrom = Infinity;
  #enabledAt = Infinity;

  constructor(ending: Ending, api: AskedApi) {
    this.#ending = ending;
    this.#api = api;
    this.load = bearerTraffic(api, ending.token);
  }

  isUnderLoad(): Promise<void> {
    return this.#untilUnderLoad(0);
  }

  async end(): Promise<void> {
    this.#calledAt = performance.now();
    await this.#ending.end();
    this.#endedAt = performance.now();
  }

  /** Long enough for a copy of the old state to come back. */
  async isDead(): Promise<void> {
    await delay(watchMs);
    await this.#untilUnderLoad(this.#endedAt);
  }

  async staysDead(): Promise<void> {
    this.#enabledFrom = performance.now();
    await this.#ending.enable?.();
    this.#enabledAt = performance.now();
    const fresh = bearerTraffic(this.#api, await this.#ending.newToken());
    await this.#untilUnderLoad(this.#enabledAt);
    await fresh.stop();
    expect(new Set(fresh.within(0, Infinity).map(({ status }) => status)), this.#ending.name).toEqual(new Set([200]));
  }

  judge(): void {
    const { name, code } = this.#ending;
    for (const replica of this.#api.replicas) {
      const before = this.load.within(0, this.#calledAt, replica);
      expect(new Set(before.map(({ status }) => status)), `before ${name}`).toEqual(new Set([200]));
      const after = this.load.within(this.#endedAt, Infinity, replica);
      const passed = after.filter(({ status }) => status !== 401);
      const late = passed.map(({ sentAt, status }) => `${status}, ${(sentAt - this.#endedAt).toFixed(1)} ms after`);
      expect(late.slice(0, 5), `after ${name}`).toEqual([]);
      const shutOut = this.load.within(this.#endedAt, this.#enabledFrom, replica);
      expect(new Set(shutOut.map(outcomeOf)), `after ${name}`).toEqual(new Set([`401 ${code}`]));
      const enabled = this.load.within(this.#enabledAt, Infinity, replica);
      expect(new Set(enabled.map(outcomeOf)), 'after enabling').toEqual(new Set(['401 token_invalid']));
    }
  }

  #untilUnderLoad(from: number): Promise<void> {
    return untilUnderLoad(this.load, this.#api.replicas, from, this.#ending.name);
  }
}

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const watchMs = 2_750;
