import { setTimeout as delay } from 'node:timers/promises';
import { until, type NamedProcess } from '@rapport/testbed';
import type { Attempt } from '../history/history.ts';
import { plainClients, type Stage } from '../stage.ts';
import type { Workload } from '../workload.ts';

/** The time in which requests may have met a fault. */
export interface Fault {
  readonly from: number;
  readonly to: number;
}

/** The attempts that the fault excuses. */
export type Excuse = (attempt: Attempt) => boolean;

/** Clients that write fifty times a second and synchronise while faults are made; fewer times on a shorter stage. */
export class Siege {
  readonly stage: Stage;
  readonly work: Workload;

  private constructor(stage: Stage, work: Workload) {
    this.stage = stage;
    this.work = work;
  }

  static async begin(stage: Stage): Promise<Siege> {
    const work = await stage.workload();
    work.startWriters(stage.scaled(10), { pauseMs: 190 });
    const clients = [...plainClients(), { reads: 'mixed', goesOn: 'greatest', crashes: 0.02 } as const];
    work.startClients(clients.map((plan) => ({ ...plan, pauseMs: 60 / Math.min(stage.scale, 1) })));
    await work.writes(stage.scaled(calmWrites));
    return new Siege(stage, work);
  }

  /** Ends every process of this name; resolves when others have taken their place and the platform is ready. */
  async end(name: string, way: 'kill' | 'terminate', count = Infinity): Promise<Fault> {
    const { processes } = this.stage;
    const victims = (await processes.of(name)).slice(0, count);
    const from = performance.now();
    this.stage.fault(`${way} ${name} ${pidsOf(victims)}`, this.work);
    await processes[way](victims);
    await processes.untilReady(victims);
    return this.#over(from);
  }

  /** Freezes those of this name for this time, at least until the status shows it; resolves when the platform is ready again. */
  async freeze(name: string, ms: number, count = Infinity): Promise<Fault & { readonly thawedAt: number }> {
    const { processes } = this.stage;
    const held = (await processes.of(name)).slice(0, count);
    const from = performance.now();
    this.stage.fault(`freezes ${name} ${pidsOf(held)}`, this.work);
    await processes.freeze(held);
    try {
      await Promise.all([delay(ms), processes.untilDegraded(name)]);
    } finally {
      await processes.thaw(held);
    }
    const thawedAt = performance.now();
    await processes.untilReady();
    return { ...this.#over(from), thawedAt };
  }

  /** Goes on for a while, ends the load, and judges every answer and every client. */
  async verify(fault: Fault, isExcused: Excuse): Promise<void> {
    await until(
      () => performance.now() > fault.to,
      graceMs * 2,
      () => '',
    );
    await this.work.writes(this.stage.scaled(calmWrites));
    await this.stage.judge(this.work);
    const { attempts } = this.work.history;
    const refused = attempts.filter((attempt) => !isServed(attempt));
    const unexcused = refused.filter((attempt) => !(isDuring(attempt, fault) && isExcused(attempt)));
    this.stage.figure('back after', `${((fault.to - graceMs - fault.from) / 1_000).toFixed(1)} s`);
    this.stage.figure('requests not served meanwhile', String(refused.length));
    const [first] = unexcused;
    this.stage.expect(
      first === undefined,
      `${unexcused.length} of ${attempts.length} requests had an answer that nothing excuses, such as ${JSON.stringify(first)}, ${first === undefined ? '' : `${(first.startedAt - fault.from).toFixed(0)} ms after the fault began`}`,
    );
  }

  #over(from: number): Fault {
    const to = performance.now() + graceMs;
    this.work.history.note('the platform is ready again');
    return { from, to };
  }
}

/** The time after the platform reports ready in which a request may still have met the fault. */
const graceMs = 1_000;
const calmWrites = 40;

function pidsOf(processes: readonly NamedProcess[]): string {
  return processes.map(({ pid }) => pid).join(', ');
}

function isDuring({ startedAt, endedAt }: Attempt, { from, to }: Fault): boolean {
  return endedAt >= from && startedAt <= to;
}

function isServed({ status }: Attempt): boolean {
  return status !== undefined && (status < 300 || status === 404);
}

/** Nothing is excused: no client notices the fault. */
export const unnoticed: Excuse = () => false;

/** Excuses the answers for a service or server that is away: try again later, or the write of this key is under way. */
export const isAway: Excuse = ({ status, code, retryAfter }) => {
  const isKnown = code === 'service_unavailable' || code === 'idempotency_in_progress';
  return (status === 503 || status === 409) && isKnown && Number(retryAfter) >= 1;
};

/** Excuses the open outcome of a write whose process died: a 503, or the end of a kept connection. */
export const isAwayOrCut: Excuse = (attempt) =>
  isAway(attempt) || (attempt.method !== 'GET' && attempt.status === undefined);

export const isUnconnected: Excuse = ({ status }) => status === undefined;

export function within(attempts: readonly Attempt[], { from, to }: Fault): Attempt[] {
  return attempts.filter((attempt) => isDuring(attempt, { from, to }));
}

/** The time that each request took, in milliseconds. */
export function timesOf(attempts: readonly Attempt[]): number[] {
  return attempts.map(({ startedAt, endedAt }) => endedAt - startedAt);
}
