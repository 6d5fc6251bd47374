import { setTimeout as delay } from 'node:timers/promises';
import { Processes, RunningPlatform, Tenant, until } from '@rapport/testbed';
import { beforeAll, expect, inject, test } from 'vitest';
import { BearerLoad } from '../src/bearer-load.ts';
import { newBearer, newEndings, type Ending } from '../src/endings.ts';

const platform = new RunningPlatform(inject('checkedPlatform'));
const processes = new Processes(platform);
let tenant: Tenant;
let replicas: string[];

beforeAll(async () => {
  tenant = await Tenant.make(platform.operator);
  replicas = (await processes.of('public-api')).map(({ url }) => url);
});

test('under load three replicas let nothing pass that was sent after the answer', () => play((endAll) => endAll()));

test('nothing passes that was sent after the answer while Redis, killed just before, comes back empty', () =>
  play(async (endAll) => {
    const pids = await signalRedis('SIGKILL');
    await endAll();
    await processes.untilReady(pids);
  }));

test('nothing passes that was sent after the answer while Redis is frozen, and when it goes on', () =>
  play(async (endAll) => {
    await signalRedis('SIGSTOP');
    await endAll();
    await delay(frozenMs);
    await signalRedis('SIGCONT');
  }));

test('nothing passes that was sent after the answer while Redis freezes during the call and goes on after it', () =>
  play(async (endAll) => {
    const [redis] = await processes.of('redis');
    const ended = endAll();
    await delay(Math.random() * callMs);
    process.kill(redis?.pid ?? 0, 'SIGSTOP');
    await ended;
    await signalRedis('SIGCONT');
  }));

test('nothing passes that was sent after the answer when Redis froze for a moment that only some processes noticed', () =>
  play(async (endAll) => {
    const others = await newEndings(platform, tenant);
    await signalRedis('SIGSTOP');
    const noticing = Promise.all(others.map((other) => other.end()));
    await delay(noticedMs);
    await signalRedis('SIGCONT');
    await endAll();
    await noticing;
  }));

/** Ends tokens in every way, with a fault of Redis around it. A client that was not ended notices nothing. */
async function play(around: (endAll: () => Promise<void>) => Promise<void>): Promise<void> {
  await processes.untilReady();
  const endings = await newEndings(platform, tenant);
  const subjects = endings.map((ending) => new Subject(ending));
  const bystander = new BearerLoad(replicas, (await newBearer(platform, tenant)).token);
  const began = performance.now();
  try {
    await Promise.all(subjects.map((subject) => subject.isUnderLoad()));
    await around(async () => {
      await Promise.all(subjects.map((subject) => subject.end()));
    });
    await Promise.all(subjects.map((subject) => subject.isDead()));
    await Promise.all(subjects.map((subject) => subject.staysDead()));
  } finally {
    await signalRedis('SIGCONT');
    await Promise.all([bystander.stop(), ...subjects.map(({ load }) => load.stop())]);
  }
  for (const subject of subjects) {
    subject.judge();
  }
  expect(bystander.sentWithin(began, Infinity).filter(({ status }) => status !== 200)).toEqual([]);
}

/** One token under load, and the times of its end and of its return. */
class Subject {
  readonly load: BearerLoad;
  readonly #ending: Ending;
  #calledAt = Infinity;
  #endedAt = Infinity;
  #enabledFrom = Infinity;
  #enabledAt = Infinity;

  constructor(ending: Ending) {
    this.#ending = ending;
    this.load = new BearerLoad(replicas, ending.token);
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
    await delay(lookMs);
    await this.#untilSent(this.#endedAt, 'is not under load any more');
  }

  async staysDead(): Promise<void> {
    this.#enabledFrom = performance.now();
    await this.#ending.enable?.();
    this.#enabledAt = performance.now();
    const fresh = new BearerLoad(replicas, await this.#ending.newToken());
    await this.#untilSent(this.#enabledAt, 'is not under load any more');
    await fresh.stop();
    expect(new Set(fresh.sentWithin(0, Infinity).map(({ status }) => status)), this.#ending.name).toEqual(
      new Set([200]),
    );
  }

  judge(): void {
    const { name, code } = this.#ending;
    for (const replica of replicas) {
      const before = this.load.sentWithin(0, this.#calledAt, replica);
      expect(new Set(before.map(({ status }) => status)), `before ${name}`).toEqual(new Set([200]));
      const after = this.load.sentWithin(this.#endedAt, Infinity, replica);
      const passed = after.filter(({ status }) => status !== 401);
      const late = passed.map(({ sentAt, status }) => `${status}, ${(sentAt - this.#endedAt).toFixed(1)} ms after`);
      expect(late.slice(0, 5), `after ${name}`).toEqual([]);
      const shutOut = this.load.sentWithin(this.#endedAt, this.#enabledFrom, replica);
      expect(new Set(shutOut.map((one) => one.code)), `after ${name}`).toEqual(new Set([code]));
      const enabled = this.load.sentWithin(this.#enabledAt, Infinity, replica);
      expect(new Set(enabled.map((one) => one.code)), `after enabling`).toEqual(new Set(['token_invalid']));
    }
  }

  /** Waits until each replica has answered enough requests that were sent after this time. */
  #untilSent(from: number, words: string): Promise<void> {
    const isEnough = () => replicas.every((replica) => this.load.sentWithin(from, Infinity, replica).length >= enough);
    return until(isEnough, 20_000, () => `${this.#ending.name} ${words}`);
  }
}

async function signalRedis(signal: NodeJS.Signals): Promise<number[]> {
  const pids = (await processes.of('redis')).map(({ pid }) => pid);
  await processes.signal(pids, signal);
  return pids;
}

const enough = 10;
const frozenMs = 1_000;
/** Shorter than a call takes until it has written to Redis. */
const callMs = 8;
/** Longer than a request waits for Redis, and shorter than a copy of a state lives there. */
const noticedMs = 300;
/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const lookMs = 2_750;
