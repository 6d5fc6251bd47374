import { Processes, type TemporaryPlatform, Tenant } from '@rapport/testbed';
import type { ClientPlan } from './actors/sync-client.ts';
import { waysToGoOn } from './actors/goes-on.ts';
import type { Violation } from './history/history.ts';
import { storyOf } from './history/story.ts';
import { Workload } from './workload.ts';

/** The work of a scenario, in numbers. */
export interface Counts {
  writes: number;
  unknown: number;
  reads: number;
  items: number;
  crashes: number;
}

/** The stage of one scenario: a platform, tenants of its own, and the outcome. */
export class Stage {
  readonly platform: TemporaryPlatform;
  readonly processes: Processes;
  /** Makes scenarios longer or shorter; 1 is the full length. */
  readonly scale: number;
  readonly violations: Violation[] = [];
  readonly faults: string[] = [];
  readonly figures: Record<string, string> = {};
  readonly counts: Counts = { writes: 0, unknown: 0, reads: 0, items: 0, crashes: 0 };
  /** The story of the first record that shows a broken promise. */
  story: readonly string[] = [];
  /** The durations of requests, in milliseconds. */
  readonly times: Record<'reads' | 'writes', number[]> = { reads: [], writes: [] };
  /** The tenants that it made so far. */
  readonly tenants: Tenant[] = [];
  readonly #workloads: Workload[] = [];

  constructor(platform: TemporaryPlatform, scale = 1) {
    this.platform = platform;
    this.scale = scale;
    this.processes = new Processes(platform);
  }

  /** A scenario does something so often: less often on a shorter stage, and often enough to show it. */
  scaled(count: number, least = 1): number {
    return Math.max(least, Math.round(count * this.scale));
  }

  async tenant(): Promise<Tenant> {
    const tenant = await Tenant.make(this.platform.operator);
    this.tenants.push(tenant);
    return tenant;
  }

  async workload(given?: Tenant): Promise<Workload> {
    const tenant = given ?? (await this.tenant());
    const workload = new Workload(this.platform, tenant, await tenant.client(), this.#workloads.length + 1);
    this.#workloads.push(workload);
    return workload;
  }

  /** Ends a workload, and adds what it found. */
  async judge(workload: Workload): Promise<void> {
    const { history, clients } = workload;
    const truth = await workload.judge();
    const whole = history.reads.filter(({ isWhole }) => isWhole);
    for (const { method, startedAt, endedAt } of history.attempts) {
      this.times[method === 'GET' ? 'reads' : 'writes'].push(endedAt - startedAt);
    }
    this.counts.writes += workload.answered;
    this.counts.unknown += history.writes.filter(({ outcome }) => outcome === 'unknown').length;
    this.counts.reads += whole.length + history.forgotten;
    this.counts.items += whole.reduce((sum, { rows }) => sum + rows.size, 0);
    this.counts.crashes += clients.reduce((sum, { crashes }) => sum + crashes, 0);
    this.violations.push(...history.violations);
    const telling = history.violations.find(({ recordId }) => recordId !== undefined);
    if (this.story.length === 0 && telling?.recordId !== undefined) {
      this.story = [`${telling.breach}: ${telling.text}`, ...storyOf(history, truth, telling.recordId)];
    }
  }

  /** Adds what was found on another stage. */
  takeOver({ violations, faults, figures, counts, times, story }: Stage): void {
    this.violations.push(...violations);
    this.faults.push(...faults);
    Object.assign(this.figures, figures);
    for (const name of Object.keys(counts) as (keyof Counts)[]) {
      this.counts[name] += counts[name];
    }
    for (const kind of ['reads', 'writes'] as const) {
      this.times[kind].push(...times[kind]);
    }
    this.story = story;
  }

  /** Ends every writer and client of this stage, and thaws every process. */
  async close(): Promise<void> {
    await this.processes.thaw();
    await Promise.all(this.#workloads.map((workload) => workload.abandon()));
  }

  expect(holds: boolean, text: string): void {
    if (!holds) {
      this.violations.push({ breach: 'wrong', text });
    }
  }

  fault(text: string, ...workloads: readonly Workload[]): void {
    this.faults.push(text);
    for (const { history } of workloads) {
      history.note(text);
    }
  }

  figure(name: string, value: string): void {
    this.figures[name] = value;
  }
}

/** Plans for clients of every kind. */
export function everyClient(more: Partial<ClientPlan> = {}): ClientPlan[] {
  return (['list', 'feed', 'mixed'] as const).flatMap((reads) =>
    waysToGoOn.map((goesOn) => ({ reads, goesOn, crashes: 0.05, ...more })),
  );
}

/** Plans for one client of the list and one of the feed, which go on as they should. */
export function plainClients(more: Partial<ClientPlan> = {}): ClientPlan[] {
  return (['list', 'feed'] as const).map((reads) => ({ reads, goesOn: 'syncUntilUtc', ...more }));
}
