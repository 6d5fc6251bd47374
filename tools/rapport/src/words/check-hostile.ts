import { WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { runCheck } from './run-check.ts';

interface CheckHostileValues {
  readonly requests: string;
  readonly seed: string;
  readonly from: string;
  readonly surface: string | undefined;
}

/** Runs tools/hostile-check. */
export async function checkHostile(
  { requests, seed, from, surface }: CheckHostileValues,
  terminal: Terminal,
): Promise<Outcome> {
  for (const [option, value] of Object.entries({ requests, seed, from })) {
    if (!/^\d{1,9}$/.test(value)) {
      throw new WrongUse(`--${option} is a whole number such as 1000.`);
    }
  }
  if (surface !== undefined && !['public', 'application'].includes(surface)) {
    throw new WrongUse('--surface is public or application.');
  }
  return runCheck(
    {
      tool: 'hostile-check',
      words: [
        ...[`--requests=${requests}`, `--seed=${seed}`, `--from=${from}`],
        ...(surface === undefined ? [] : [`--surface=${surface}`]),
      ],
      nothingChosen: '--requests is a number above 0.',
    },
    terminal,
  );
}
