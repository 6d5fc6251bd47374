import { parseArgs } from 'node:util';
import { resourceNames, type ResourceName } from '../rapport.ts';

export interface Arguments {
  readonly word: 'sync' | 'verify';
  readonly to: string;
  readonly resources: readonly ResourceName[];
  /** Null for one pass. */
  readonly everyMs: number | null;
}

export const usage = `rapport-client sync   --to TARGET [--resources customers,leads] [--once] [--every 10s]
rapport-client verify --to TARGET [--resources customers,leads]

TARGET is sqlite:FILE, postgres://... or ndjson:FILE; verify reads the first two.
RAPPORT_URL, RAPPORT_CLIENT_ID and RAPPORT_CLIENT_SECRET (or RAPPORT_CLIENT_SECRET_FILE) say whose records.`;

/** A use that this command does not know, told in a sentence. */
export class WrongUse extends Error {}

export function argumentsIn(given: readonly string[]): Arguments {
  const { values, positionals } = parsed(given);
  const [word, ...more] = positionals;
  if ((word !== 'sync' && word !== 'verify') || more.length > 0) {
    throw new WrongUse(`The word is sync or verify${word === undefined ? '' : `, not ${positionals.join(' ')}`}.`);
  }
  if (values.to === undefined) {
    throw new WrongUse('--to says where the copy is: sqlite:FILE, postgres://... or ndjson:FILE.');
  }
  return {
    word,
    to: values.to,
    resources: values.resources === undefined ? resourceNames : resourcesIn(values.resources),
    everyMs: values.once ? null : millisecondsIn(values.every ?? '10s'),
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        resources: { type: 'string' },
        once: { type: 'boolean' },
        every: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

function resourcesIn(text: string): ResourceName[] {
  return text.split(',').map((name) => {
    const known = resourceNames.find((resource) => resource === name.trim());
    if (known === undefined) {
      throw new WrongUse(`--resources takes some of ${resourceNames.join(', ')}, not ${name || 'nothing'}.`);
    }
    return known;
  });
}

function millisecondsIn(text: string): number {
  const [, count, unit = ''] = /^(\d+)(ms|s|m)$/.exec(text) ?? [];
  if (count === undefined) {
    throw new WrongUse(`--every takes a time such as 500ms, 10s or 5m, not ${text}.`);
  }
  return Number(count) * (units[unit] ?? 1);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };
