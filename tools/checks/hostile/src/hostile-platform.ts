import { Processes, TemporaryPlatform } from '@rapport/testbed';
import { checkHostile, type HostileOptions, type HostileReport } from './check-hostile.ts';
import { targetsOf, type Surface, type Target } from './hostile-targets.ts';

export interface EnduredReport extends HostileReport {
  /** The delay of the event loops of the processes, at p99. */
  readonly delaysMs: readonly number[];
}

/** A platform of its own, with a caller of each document whose limits are no hindrance. */
export class HostilePlatform {
  readonly #platform: TemporaryPlatform;
  readonly #targets: Readonly<Record<Surface, Target>>;
  readonly #processes: Processes;
  readonly #names: string;

  private constructor(platform: TemporaryPlatform, targets: Readonly<Record<Surface, Target>>, names: string) {
    this.#platform = platform;
    this.#targets = targets;
    this.#processes = new Processes(platform);
    this.#names = names;
  }

  static async start(say: (line: string) => void): Promise<HostilePlatform> {
    const replicas = { 'public-api': 2, 'application-api': 2, 'subscription-service': 2 };
    const platform = await TemporaryPlatform.start({ durable: false, replicas, say });
    const names = String(await new Processes(platform).names());
    return new HostilePlatform(platform, await targetsOf(platform), names);
  }

  /** Sends the requests, and reports what was wrong. */
  async endure(
    surface: Surface,
    more: Pick<HostileOptions, 'seed' | 'from' | 'count' | 'onProgress'>,
  ): Promise<EnduredReport> {
    const target = this.#targets[surface];
    await this.#delays(target);
    const report = await checkHostile({ ...target, ...more });
    const delaysMs = await this.#delays(target);
    if (String(await this.#processes.names()) === this.#names) {
      return { ...report, delaysMs };
    }
    const request = { operationId: '', method: '', target: '', headers: [] };
    const finding = { index: -1, problem: 'a process was started again', request, answer: undefined };
    return { ...report, delaysMs, findings: [...report.findings, finding] };
  }

  /** The delay of the event loop of each process at p99, since it was asked before. */
  async #delays({ service }: Target): Promise<number[]> {
    const processes = await this.#processes.of(service);
    return Promise.all(
      processes.map(async ({ managementUrl }) => {
        const text = await (await fetch(`${managementUrl}/metrics`)).text();
        const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1];
        return Math.round(Number(seconds) * 1_000);
      }),
    );
  }

  stop(): Promise<void> {
    return this.#platform.stop();
  }
}
