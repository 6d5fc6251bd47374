import { prepareServers } from '@rapport/local-servers';
import { bringProgram, goPrograms, type GoProgram } from '../../bring-program.ts';
import { sentenceOf, WrongUse } from '../../cli/failure.ts';
import type { Terminal } from '../../cli/terminal.ts';
import { projectRoot } from '../../project.ts';

/** The tiers of a whole run, in their order. */
export const tiers: readonly string[] = ['unit', 'integration', 'chart', 'e2e', 'load'];

/** What takes minutes and is of no tier: it runs where a person asks for it. */
const asked = 'request';

/** The projects of Vitest that a tier is: every one whose name begins with its own. */
export function projectsOf(tier: string): string[] {
  const known = [...tiers, asked];
  if (!known.includes(tier)) {
    throw new WrongUse(`--tier is one of ${known.join(', ')}.`);
  }
  return [`${tier}*`];
}

/** The projects that may run files and folders. A folder's files of no tier run only where a file of them is named. */
export function projectsFor(places: readonly string[]): string[] {
  return places.some((place) => place.endsWith(`.${asked}.test.ts`)) ? [] : [`!${asked}`];
}

/** Why a tier cannot run on this machine, if it cannot. What it needs is brought where that is possible. */
export async function obstacleTo(tier: string, terminal: Terminal): Promise<string | undefined> {
  const servers = tier === 'unit' ? undefined : await missingServers(terminal);
  const program = programs[tier];
  if (servers !== undefined || program === undefined) {
    return servers;
  }
  const brought = await bringProgram(program, projectRoot, (line) => terminal.say(line));
  return 'missing' in brought ? brought.missing : undefined;
}

/** What a tier needs beside the servers. */
const programs: Readonly<Record<string, GoProgram>> = { chart: goPrograms.helm, load: goPrograms.k6 };

async function missingServers(terminal: Terminal): Promise<string | undefined> {
  try {
    await prepareServers((line) => terminal.say(line));
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  }
}
