import { setTimeout as delay } from 'node:timers/promises';
import { Processes, Tenant, type Traffic } from '@rapport/testbed';
import { expect } from 'vitest';
import { newSecretEndings, type SecretEnding } from '../src/secret-endings.ts';
import type { Around } from '../src/together.ts';
import { secretTraffic, untilUnderLoad } from '../src/token-traffic.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);

/** Secrets end in every way, on two replicas. A client that was not ended notices nothing. */
export async function endSecrets(around: Around): Promise<void> {
  const tenant = await Tenant.make(platform.operator);
  const replicas = (await processes.of('token-service')).map(({ url }) => url);
  expect(replicas).toHaveLength(2);
  const subjects = (await newSecretEndings(platform, tenant)).map((ending) => new Subject(ending, replicas));
  const bystander = secretTraffic(replicas, await tenant.client());
  try {
    await Promise.all(subjects.map((subject) => subject.isUnderLoad()));
    await around(async () => {
      await Promise.all(subjects.map((subject) => subject.end()));
    });
    await delay(watchMs);
    await Promise.all(subjects.map((subject) => subject.isStillUnderLoad()));
  } finally {
    await processes.thaw();
    await Promise.all([bystander.stop(), ...subjects.map((subject) => subject.stop())]);
  }
  for (const subject of subjects) {
    subject.judge();
  }
  expect(bystander.within(0, Infinity).filter(({ status }) => status !== 200)).toEqual([]);
}

/** One secret under load and the time of its end; then the secret that lives on. */
class Subject {
  readonly #ending: SecretEnding;
  readonly #replicas: readonly string[];
  readonly #load: Traffic;
  #survivorLoad: Traffic | undefined;
  #calledAt = Infinity;
  #endedAt = Infinity;

  constructor(ending: SecretEnding, replicas: readonly string[]) {
    this.#ending = ending;
    this.#replicas = replicas;
    this.#load = secretTraffic(replicas, ending.client);
  }

  isUnderLoad(): Promise<void> {
    return this.#untilUnderLoad(0);
  }

  async end(): Promise<void> {
    this.#calledAt = performance.now();
    await this.#ending.end();
    this.#endedAt = performance.now();
    const survivor = this.#ending.survivor();
    this.#survivorLoad = survivor && secretTraffic(this.#replicas, survivor);
  }

  isStillUnderLoad(): Promise<void> {
    return this.#untilUnderLoad(this.#endedAt);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#load.stop(), this.#survivorLoad?.stop()]);
  }

  /** An address that fails this often may be answered that it is too often, and nothing else. */
  judge(): void {
    const { name } = this.#ending;
    for (const replica of this.#replicas) {
      const before = this.#load.within(0, this.#calledAt, replica);
      expect(new Set(before.map(({ status }) => status)), `before ${name}`).toEqual(new Set([200]));
      const after = this.#load.within(this.#endedAt, Infinity, replica);
      const passed = after.filter(({ status }) => status !== 401 && status !== 429);
      const late = passed.map(({ sentAt, status }) => `${status}, ${(sentAt - this.#endedAt).toFixed(1)} ms after`);
      expect(late.slice(0, 5), `after ${name}`).toEqual([]);
    }
    const survived = this.#survivorLoad?.within(0, Infinity) ?? [];
    expect(survived.filter(({ status }) => status !== 200)).toEqual([]);
  }

  #untilUnderLoad(from: number): Promise<void> {
    return untilUnderLoad(this.#load, this.#replicas, from, this.#ending.name);
  }
}

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const watchMs = 2_750;
