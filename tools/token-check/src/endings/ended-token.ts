import assert from 'node:assert/strict';
import { outcomeOf } from '@rapport/testbed';
import { bearerTraffic, type AskedApi } from '../token-traffic.ts';
import type { Ending } from './endings.ts';
import { expectStatus, Subject } from './subject.ts';

/** One token under load, and the times of its end and of its return. */
export class EndedToken extends Subject {
  readonly #ending: Ending;
  readonly #api: AskedApi;
  #enabledFrom = Infinity;
  #enabledAt = Infinity;

  constructor(ending: Ending, api: AskedApi) {
    super(ending, { replicas: api.replicas, load: bearerTraffic(api, ending.token), refusals: [401] });
    this.#ending = ending;
    this.#api = api;
  }

  /** It stays dead where its principal is let in again with new tokens. */
  async goesOn(): Promise<void> {
    this.#enabledFrom = performance.now();
    await this.#ending.enable?.();
    this.#enabledAt = performance.now();
    const fresh = bearerTraffic(this.#api, await this.#ending.newToken());
    await this.isUnderLoad(this.#enabledAt);
    await fresh.stop();
    expectStatus(200, fresh.within(0), `a new token after ${this.name}`);
  }

  protected override judgeOf(replica: string): void {
    const expectOutcome = (outcome: string, from: number, to: number): void => {
      const outcomes = new Set(this.load.within(from, to, replica).map(outcomeOf));
      assert.deepEqual([this.name, ...outcomes], [this.name, outcome]);
    };
    expectOutcome(`401 ${this.#ending.code}`, this.endedAt, this.#enabledFrom);
    expectOutcome('401 token_invalid', this.#enabledAt, Infinity);
  }
}
