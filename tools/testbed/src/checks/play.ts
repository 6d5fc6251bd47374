import { type Outcome, WrongUse } from '@rapport/command-line';
import { endWithPlatforms } from './end-with-platforms.ts';

export type Say = (line: string) => void;

/** A platform, or what was made on one, which leaves nothing behind. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** One thing that a check tries. */
export interface Play<S extends Stoppable> {
  readonly name: string;
  /** The guarantee of the product in it. */
  readonly title: string;
  /** Plays one after the other that have the same start share what it started. */
  readonly start: (say: Say) => Promise<S>;
  /** Throws, or says what came; one that says nothing has passed. */
  readonly run: (on: S, say: Say) => Promise<Played | void>;
}

export interface Played {
  readonly verdict: 'passed' | 'failed' | 'skipped';
  /** The outcome for a reader: what was wrong comes first. */
  readonly lines: readonly string[];
  /** The outcome for a program. */
  readonly figures: object;
}

interface PlayReport extends Pick<Played, 'verdict'> {
  readonly name: string;
  readonly title: string;
  readonly seconds: number;
}

/** Plays that share a start, and have the name of their theme; each run stands under its guarantee. */
export function playsOf<S extends Stoppable>(
  name: string,
  start: Play<S>['start'],
  runs: Readonly<Record<string, Play<S>['run']>>,
): Play<S>[] {
  return Object.entries(runs).map(([title, run]) => ({ name, title, start, run }));
}

/** Plays with one of these words in their names; all where no words are given. */
export function named<P extends { readonly name: string }>(
  only: string | undefined,
  plays: readonly P[],
): readonly P[] {
  const words = (only ?? '').split(',').filter((word) => word !== '');
  const chosen = plays.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) {
    throw new WrongUse('--only is a list of words, and nothing here has one of them in its name.');
  }
  return chosen;
}

/** Plays one after the other, and says how each went. A play that breaks off has failed. */
export async function playAll<S extends Stoppable>(plays: readonly Play<S>[], say: Say): Promise<Outcome> {
  endWithPlatforms();
  const last = new LastStarted<S>(say);
  const reports: PlayReport[] = [];
  try {
    for (const play of plays) {
      const { name, title } = play;
      const began = performance.now();
      const played = await last
        .for(play)
        .then((on) => play.run(on, say))
        .catch(brokenOff);
      const { verdict, lines, figures } = played ?? simplyPassed;
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      say(`${marks[verdict]}  ${name} (${seconds.toFixed(1)} s): ${title}`);
      lines.forEach((line) => say(`        ${line}`));
      reports.push({ name, title, verdict, seconds, ...figures });
    }
  } finally {
    await last.stop();
  }
  return outcomeOfAll('plays', reports);
}

/** The reports under their name, with how many there are of each verdict. */
export function outcomeOfAll(name: string, reports: readonly Pick<Played, 'verdict'>[]): Outcome {
  const [passed = 0, failed = 0, skipped = 0] = (['passed', 'failed', 'skipped'] as const).map(
    (wanted) => reports.filter(({ verdict }) => verdict === wanted).length,
  );
  return {
    document: { [name]: reports, passed, failed, skipped },
    text: `${passed} passed, ${failed} failed, ${skipped} skipped`,
    exitCode: failed > 0 ? 1 : 0,
  };
}

export const simplyPassed: Played = { verdict: 'passed', lines: [], figures: {} };

const marks = { passed: 'ok     ', failed: 'FAILED ', skipped: 'skipped' };

function brokenOff(error: unknown): Played {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { verdict: 'failed', lines: [`it broke off: ${text}`], figures: {} };
}

/** The thing that the last start has made. One that failed is not tried again for the plays that share it. */
class LastStarted<S extends Stoppable> {
  readonly #say: Say;
  #started: { readonly start: Play<S>['start']; readonly on: Promise<S> } | undefined;

  constructor(say: Say) {
    this.#say = say;
  }

  async for({ start }: Play<S>): Promise<S> {
    if (this.#started?.start !== start) {
      await this.stop();
      this.#started = { start, on: start(this.#say) };
    }
    return this.#started.on;
  }

  async stop(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    await started?.on.then(
      (on) => on.stop(),
      () => undefined,
    );
  }
}
