import { WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { runCheck } from './run-check.ts';

interface CheckSyncValues {
  readonly all: boolean;
  readonly only: string | undefined;
  readonly scale: string;
}

/** Runs tools/sync-check. */
export async function checkSync({ all, only, scale }: CheckSyncValues, terminal: Terminal): Promise<Outcome> {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(scale) || Number(scale) === 0) {
    throw new WrongUse('--scale is a number such as 0.1.');
  }
  return runCheck(
    {
      tool: 'sync-check',
      words: [`--scale=${scale}`, ...(all ? ['--all'] : []), ...(only === undefined ? [] : [`--only=${only}`])],
      nothingChosen: '--only is a list of words in the names of scenarios or rules.',
    },
    terminal,
  );
}
