import { countOf, type Outcome, WrongUse } from '@rapport/command-line';
import { type Play, playAll, type Played, type Say } from '@rapport/testbed';
import { HostilePlatform } from './hostile-platform.ts';
import { surfaces } from './hostile-targets.ts';
import { linesOf } from './report-lines.ts';

interface CheckHostileValues {
  readonly requests: string;
  readonly seed: string;
  readonly from: string;
  readonly surface: string | undefined;
}

export interface Requests {
  readonly seed: number;
  /** The number of the first one. */
  readonly from?: number;
  readonly count: number;
  /** An event loop that is later than this at p99 is a failure. A busy machine makes loops late too. */
  readonly delayMaxMs?: number;
}

/** Sends the requests to each document, or to one. */
export function playHostile({ surface, ...values }: CheckHostileValues, say: Say): Promise<Outcome> {
  const [count, seed] = [countOf('requests', values.requests), countOf('seed', values.seed, 0)];
  const plays = hostilePlays({ count, seed, from: countOf('from', values.from, 0), delayMaxMs: 100 });
  const chosen = plays.filter(({ name }) => surface === undefined || name === surface);
  if (chosen.length === 0) {
    throw new WrongUse(`--surface is one of ${surfaces.join(', ')}.`);
  }
  return playAll(chosen, say);
}

export function hostilePlays({ delayMaxMs = Infinity, ...requests }: Requests): readonly Play<HostilePlatform>[] {
  return surfaces.map((surface) => ({
    name: surface,
    title: `hostile requests are answered as the ${surface} document says, and no process ends`,
    start: startHostile,
    run: async (platform, say): Promise<Played> => {
      const onProgress = (sent: number): void => say(`        ${sent} sent`);
      const report = await platform.endure(surface, { ...requests, onProgress });
      const { findings, statuses, sent, delaysMs } = report;
      const isRight = findings.length === 0 && sent === requests.count && Math.max(...delaysMs) <= delayMaxMs;
      return {
        verdict: isRight ? 'passed' : 'failed',
        lines: linesOf(report, requests.seed),
        figures: { seed: requests.seed, sent, findings: findings.length, statuses },
      };
    },
  }));
}

const startHostile = (say: Say): Promise<HostilePlatform> => HostilePlatform.start(say);
