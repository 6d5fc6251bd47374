import { WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { runCheck } from './run-check.ts';

interface CheckAttackValues {
  readonly only: string | undefined;
  readonly seconds: string;
}

/** Runs tools/attack-check. */
export async function checkAttack({ only, seconds }: CheckAttackValues, terminal: Terminal): Promise<Outcome> {
  if (!/^[1-9]\d{0,3}$/.test(seconds)) {
    throw new WrongUse('--seconds is a number such as 20.');
  }
  return runCheck(
    {
      tool: 'attack-check',
      words: [`--seconds=${seconds}`, ...(only === undefined ? [] : [`--only=${only}`])],
      nothingChosen: '--only is a list of words in the names of attacks.',
    },
    terminal,
  );
}
