import { setTimeout as delay } from 'node:timers/promises';
import { outcomeOf, type Traffic, until } from '@rapport/testbed';
import { expect } from 'vitest';
import type { Ending } from './endings.ts';
import { bearerTraffic, type AskedApi } from './token-traffic.ts';

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
    return this.#untilSent(0, 'is not under load');
  }

  async end(): Promise<void> {
    this.#calledAt = performance.now();
    await this.#ending.end();
    this.#endedAt = performance.now();
  }

  /** Long enough for a copy of the old state to come back. */
  async isDead(): Promise<void> {
    await delay(watchMs);
    await this.#untilSent(this.#endedAt, 'is not under load any more');
  }

  async staysDead(): Promise<void> {
    this.#enabledFrom = performance.now();
    await this.#ending.enable?.();
    this.#enabledAt = performance.now();
    const fresh = bearerTraffic(this.#api, await this.#ending.newToken());
    await this.#untilSent(this.#enabledAt, 'is not under load any more');
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

  /** Waits until each replica has answered enough requests that were sent after this time. */
  #untilSent(from: number, words: string): Promise<void> {
    const isEnough = () =>
      this.#api.replicas.every((replica) => this.load.within(from, Infinity, replica).length >= enough);
    return until(isEnough, 20_000, () => `${this.#ending.name} ${words}`);
  }
}

const enough = 5;
/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const watchMs = 2_750;
