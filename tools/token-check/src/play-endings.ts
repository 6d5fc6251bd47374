import type { Processes } from '@rapport/testbed';
import { expect } from 'vitest';
import { EndedToken } from './ended-token.ts';
import type { Ending } from './endings.ts';
import type { Around } from './together.ts';
import { bearerTraffic, type AskedApi } from './token-traffic.ts';

export interface Endings {
  readonly api: AskedApi;
  readonly endings: readonly Ending[];
  /** The token of a principal that is not ended, and so notices nothing. */
  readonly bystander: string;
}

/** Ends tokens in every way, with a fault around it, and holds every answer to the moment of its end. */
export async function playEndings(
  processes: Processes,
  { api, endings, bystander: token }: Endings,
  around: Around,
): Promise<void> {
  const subjects = endings.map((ending) => new EndedToken(ending, api));
  const bystander = bearerTraffic(api, token);
  const began = performance.now();
  try {
    await Promise.all(subjects.map((subject) => subject.isUnderLoad()));
    await around(async () => {
      await Promise.all(subjects.map((subject) => subject.end()));
    });
    await Promise.all(subjects.map((subject) => subject.isDead()));
    await Promise.all(subjects.map((subject) => subject.staysDead()));
  } finally {
    await processes.thaw();
    await Promise.all([bystander.stop(), ...subjects.map(({ load }) => load.stop())]);
  }
  for (const subject of subjects) {
    subject.judge();
  }
  expect(bystander.within(began, Infinity).filter(({ status }) => status !== 200)).toEqual([]);
}
