import { sentenceOf, WrongUse, type Terminal } from '@rapport/command-line';
import { prepareServers, serversWay, systemChromium, type ServersWay } from '@rapport/local-servers';
import { bringProgram, type GoProgram, goPrograms } from '@rapport/local-platform/programs';
import { projectRoot } from '@rapport/local-platform/project';

/** The tiers of a whole run, in their order. Each is a run of its own, and what is set up for one ends with it. */
export const tiers: readonly string[] = [
  'unit',
  'integration',
  'chart',
  'e2e',
  'console',
  'checks',
  'clients',
  'load',
  'containers',
];

/** A test that takes minutes is of no tier: it runs where a person asks for it. */
const asked = 'request';

/** The tier whose servers run in containers, whichever way those of the others do. */
const inContainers = 'containers';

/** The tier whose tests play in a browser. */
const inBrowser = 'console';

/** The projects of Vitest that a tier is: every one whose name begins with its own. */
export function projectsOf(tier: string): string[] {
  const known = [...tiers, asked];
  if (!known.includes(tier)) {
    throw new WrongUse(`--tier is one of ${known.join(', ')}.`);
  }
  return [`${tier}*`];
}

/**
 * The projects that may run files and folders. Of a folder, files of no tier and those that need an engine for containers run
 * only where a file of them is named.
 */
export function projectsFor(paths: readonly string[]): string[] {
  const isNamed = (project: string): boolean => paths.some((path) => path.endsWith(`.${project}.test.ts`));
  return [asked, inContainers].filter((project) => !isNamed(project)).map((project) => `!${project}`);
}

/** Why a tier cannot run on this machine, if it cannot. What it needs is brought where that is possible. */
export async function obstacleTo(tier: string, terminal: Terminal): Promise<string | undefined> {
  const way = tier === inContainers ? 'containers' : serversWay();
  const servers = tier === 'unit' ? undefined : await missingServers(way, terminal);
  if (servers === undefined && tier === inBrowser) {
    const chromium = await systemChromium();
    return 'missing' in chromium ? chromium.missing : undefined;
  }
  const program = programs[tier];
  if (servers !== undefined || program === undefined) {
    return servers;
  }
  const brought = await bringProgram(program, projectRoot, (line) => terminal.say(line));
  return 'missing' in brought ? brought.missing : undefined;
}

/** The programs of a tier beside the servers. */
const programs: Readonly<Record<string, GoProgram>> = { chart: goPrograms.helm, load: goPrograms.k6 };

async function missingServers(way: ServersWay, terminal: Terminal): Promise<string | undefined> {
  try {
    await prepareServers((line) => terminal.say(line), way);
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  }
}
