import type { StatusDocument } from '@rapport/local-platform';
import { cpuMicroseconds, ownMemoryBytes } from '@rapport/testbed';
import { samplesOf, sumOf } from './metrics-text.ts';

/** One process at one moment. */
export interface ProcessSample {
  readonly name: string;
  readonly instance: number;
  /** Cumulative. */
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly eventLoopLagMs: number | null;
  readonly waitingForDatabase: number | null;
  readonly insured: number | null;
  /** Cumulative. */
  readonly answers: number;
}

export interface Moment {
  /** Seconds since the watch began. */
  readonly at: number;
  readonly processes: readonly ProcessSample[];
}

/** Reads the management ports once a second, and the processor time and memory of the servers beside them. */
export class Watch {
  readonly moments: Moment[] = [];
  readonly #status: () => Promise<StatusDocument>;
  readonly #beganAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(status: () => Promise<StatusDocument>) {
    this.#status = status;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#sample()).catch(() => undefined);
    }, everyMs);
  }

  async stop(): Promise<readonly Moment[]> {
    clearInterval(this.#timer);
    await this.#running;
    return this.moments;
  }

  async #sample(): Promise<void> {
    const { services, servers } = await this.#status();
    const at = (performance.now() - this.#beganAt) / 1_000;
    const ofServices = await Promise.all(services.map((service) => serviceSample(service)));
    const ofServers = servers.map(({ name, pid }) => serverSample(name, pid));
    this.moments.push({ at, processes: [...ofServices, ...ofServers].filter((sample) => sample !== undefined) });
  }
}

const everyMs = 1_000;

type Service = StatusDocument['services'][number];

async function serviceSample({ name, instance, pid, managementUrl }: Service): Promise<ProcessSample | undefined> {
  const text = await fetch(`${managementUrl}/metrics`, { signal: AbortSignal.timeout(everyMs) })
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (text === undefined) {
    return undefined;
  }
  const samples = samplesOf(text);
  const own = serverSample(name, pid);
  return {
    ...own,
    instance,
    eventLoopLagMs: milliseconds(sumOf(samples, 'nodejs_eventloop_lag_p99_seconds')),
    waitingForDatabase: sumOf(samples, 'database_reads_waiting', 'database_writes_waiting'),
    insured: sumOf(samples, 'ratelimit_insured_total'),
    answers: sumOf(samples, 'http_server_request_duration_seconds_count') ?? 0,
  };
}

/** A server with all that is below it. Of one whose processes cannot be seen from here nothing is known. */
function serverSample(name: string, pid: number | null): ProcessSample {
  return {
    name,
    instance: 1,
    cpuSeconds: pid === null ? 0 : cpuMicroseconds(pid) / 1_000_000,
    memoryBytes: pid === null ? 0 : ownMemoryBytes(pid),
    eventLoopLagMs: null,
    waitingForDatabase: null,
    insured: null,
    answers: 0,
  };
}

function milliseconds(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000;
}
