import { access, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readReplicas } from '@rapport/local-platform';
import { bringProgram, goPrograms } from '@rapport/local-platform/programs';
import { projectRoot } from '@rapport/local-platform/project';
import { namedAccess } from '@rapport/rapport';
import { Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { TemporaryPlatform } from '@rapport/testbed';
import { namedPlatform, ownPlatform, type LoadPlatform } from './platform/load-platform.ts';
import { play } from './play.ts';
import { compared } from './reporting/compare.ts';
import { junitOf } from './reporting/junit.ts';
import { linesOf, type LoadResult } from './reporting/result.ts';
import type { Workload } from './workloads.ts';

interface LoadValues {
  readonly profile: string;
  readonly replicas: string | undefined;
  readonly 'base-url': string | undefined;
  readonly 'operator-url': string | undefined;
  readonly 'credential-file': string | undefined;
  readonly out: string | undefined;
}

/** Plays a workload, on a platform of its own unless another one is named. */
export async function load(workload: Workload, values: LoadValues, terminal: Terminal): Promise<Outcome> {
  const { profile, out } = values;
  if (!profiles.includes(profile)) {
    throw new WrongUse(`--profile is one of ${profiles.join(', ')}.`);
  }
  const begin = await platformOf(workload, values);
  const k6 = await bringProgram(goPrograms.k6, projectRoot, say);
  if ('missing' in k6) {
    throw new Failure(k6.missing);
  }
  // Not before k6 is there: its build heeds signals itself.
  let isPlaying = false;
  const signal = stoppingSignal(() => isPlaying);
  const platform = await begin();
  try {
    say(`${workload.name}: ${workload.summary}`);
    isPlaying = true;
    const folder = out === undefined ? undefined : await folderAt(out);
    const played = folder === undefined ? workload : reported(workload, folder, profile);
    const result = await play({ k6: k6.program, platform, workload: played, profile, signal, say });
    linesOf(result).forEach(say);
    if (folder !== undefined) {
      await keep(result, folder);
    }
    terminal.say('');
    const { verdict } = result;
    const document = { ...result, moments: undefined, metrics: undefined };
    return { document, text: `${workload.name}: ${verdict}`, exitCode: verdict === 'passed' ? 0 : 1 };
  } catch (error) {
    if (signal.aborted) {
      // A part that the run has frozen would not end by itself, and must not keep a process that was told to end.
      await TemporaryPlatform.killAll();
      terminal.fail((error as Error).message);
      process.exit(1);
    }
    throw error;
  } finally {
    await platform.stop();
  }
}

export async function compare({ A, B }: Readonly<Record<'A' | 'B', string>>): Promise<Outcome> {
  const [one, other] = [A, B].map((given) => resolve(basename(given) === resultFile ? dirname(given) : given));
  const folders = [one ?? '', other ?? ''] as const;
  for (const folder of folders) {
    await access(join(folder, resultFile)).catch(() => {
      throw new Failure(
        `There is no ${resultFile} in ${folder}; ./rapport load writes it to the folder that --out names.`,
      );
    });
  }
  const lines = await compared(folders);
  return { document: { lines }, text: lines.join('\n') };
}

const profiles = ['short', 'normal', 'long'];
const resultFile = 'result.json';

function say(line: string): void {
  console.error(line);
}

/** Aborted when the process is told to end. Told again, or before there is more to take back than processes, it ends at once. */
function stoppingSignal(isPlaying: () => boolean): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!isPlaying() || stopping.signal.aborted) {
        void TemporaryPlatform.killAll().finally(() => process.exit(1));
        return;
      }
      say('Stopping; once more ends it at once.');
      stopping.abort(new Error('The run was stopped.'));
    });
  }
  return stopping.signal;
}

/** Another platform than one of the own needs all three options, and a platform of the own none of them. */
async function platformOf(workload: Workload, values: LoadValues): Promise<() => Promise<LoadPlatform>> {
  const { 'base-url': baseUrl, 'operator-url': operatorUrl, 'credential-file': credentialFile } = values;
  const named = await namedAccess({ 'operator-url': operatorUrl, 'credential-file': credentialFile });
  if ((baseUrl === undefined) !== (named === undefined)) {
    throw new WrongUse('--base-url, --operator-url and --credential-file belong together.');
  }
  if (baseUrl === undefined || named === undefined || credentialFile === undefined) {
    const replicas = { ...workload.replicas, ...readReplicas(values.replicas) };
    return () => ownPlatform(replicas, say);
  }
  if (!URL.canParse(baseUrl)) {
    throw new WrongUse('--base-url is an address such as http://localhost:8080.');
  }
  if (workload.meanwhile) {
    throw new Failure(`${workload.name} takes processes away, so it runs on a platform of its own alone.`);
  }
  return () => namedPlatform(baseUrl, named, credentialFile);
}

async function folderAt(out: string): Promise<string> {
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** k6 writes its own report into the folder, and listens nowhere for that. */
function reported(workload: Workload, folder: string, profile: string): Workload {
  const report = {
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: profile === 'long' ? '10s' : '1s',
    K6_WEB_DASHBOARD_EXPORT: join(folder, 'report.html'),
  };
  return { ...workload, k6Environment: { ...workload.k6Environment, ...report } };
}

async function keep(result: LoadResult, folder: string): Promise<void> {
  await writeFile(join(folder, resultFile), JSON.stringify(result));
  await writeFile(join(folder, 'junit.xml'), junitOf(result));
}
