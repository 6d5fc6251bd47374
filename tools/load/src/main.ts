import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bringProgram, goPrograms, projectRoot } from '@rapport/front-door';
import { namedAccess } from '@rapport/rapport';
import { TemporaryPlatform } from '@rapport/testbed';
import { namedPlatform, ownPlatform, type LoadPlatform } from './platform/load-platform.ts';
import { play } from './play.ts';
import { compared } from './reporting/compare.ts';
import { htmlOf } from './reporting/html.ts';
import { junitOf } from './reporting/junit.ts';
import { linesOf, type LoadResult } from './reporting/result.ts';
import { workloads, type Workload } from './workloads.ts';

/** Run by `./rapport load`, which has looked at the words. Its last line on stdout is the document of the run. */
const { values } = parseArgs({
  options: {
    workload: { type: 'string' },
    profile: { type: 'string', default: 'short' },
    replicas: { type: 'string', default: '{}' },
    'base-url': { type: 'string' },
    'operator-url': { type: 'string' },
    'credential-file': { type: 'string' },
    out: { type: 'string' },
    list: { type: 'boolean', default: false },
    compare: { type: 'string', multiple: true },
  },
});
const stopping = new AbortController();
/** One Ctrl-C comes twice where a terminal sends it to this process and the front door passes it on. */
const sameKeyMs = 1_000;
/** Before that there is nothing to take back but processes. */
let isPlaying = false;
let askedAt = -Infinity;

try {
  process.exitCode = await run();
} catch (error) {
  const [sentence = 'It failed.'] = String(error instanceof Error ? error.message : error).split('\n');
  console.log(JSON.stringify({ error: sentence }));
  process.exitCode = 1;
}
if (stopping.signal.aborted) {
  // A part that does not answer must not keep a process that was told to end.
  process.exit(1);
}

/** Not before k6 is there: its build heeds signals itself. */
function heedSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (performance.now() - askedAt < sameKeyMs) {
        return;
      }
      askedAt = performance.now();
      if (!isPlaying || stopping.signal.aborted) {
        void TemporaryPlatform.killAll().finally(() => process.exit(1));
        return;
      }
      say('Stopping; once more ends it at once.');
      stopping.abort(new Error('The run was stopped.'));
    });
  }
}

async function run(): Promise<number> {
  if (values.list) {
    return show({ workloads: workloads.map(({ name, summary }) => ({ name, summary })) });
  }
  const [one, other] = values.compare ?? [];
  if (one !== undefined && other !== undefined) {
    return show({ lines: await compared([one, other]) });
  }
  return load();
}

function say(line: string): void {
  console.error(line);
}

function show(document: object): 0 {
  console.log(JSON.stringify(document));
  return 0;
}

async function load(): Promise<number> {
  const workload = workloads.find(({ name }) => name === values.workload);
  if (workload === undefined) {
    throw new Error('There is no such workload.');
  }
  const k6 = await bringProgram(goPrograms.k6, projectRoot, say);
  if ('missing' in k6) {
    throw new Error(k6.missing);
  }
  heedSignals();
  const platform = await open(workload);
  try {
    if (workload.meanwhile && !platform.isOwn) {
      throw new Error(`${workload.name} takes processes away, so it runs on a platform of its own alone.`);
    }
    say(`${workload.name}: ${workload.summary}`);
    const { profile } = values;
    isPlaying = true;
    const { signal } = stopping;
    const result = await play({ k6: k6.program, platform, workload, profile, signal, say });
    linesOf(result).forEach(say);
    await keep(result);
    show({ ...result, moments: undefined, metrics: undefined });
    return result.verdict === 'passed' ? 0 : 1;
  } finally {
    // A part that the run has frozen would not end by itself.
    await (stopping.signal.aborted ? TemporaryPlatform.killAll() : platform.stop());
  }
}

async function open(workload: Workload): Promise<LoadPlatform> {
  const { 'base-url': baseUrl, 'operator-url': operatorUrl, 'credential-file': credentialFile } = values;
  const access = await namedAccess({ 'operator-url': operatorUrl, 'credential-file': credentialFile });
  if (baseUrl !== undefined && access !== undefined && credentialFile !== undefined) {
    return namedPlatform(baseUrl, access, credentialFile);
  }
  const replicas = JSON.parse(values.replicas) as Record<string, number>;
  return ownPlatform({ ...workload.replicas, ...replicas }, say);
}

async function keep(result: LoadResult): Promise<void> {
  if (values.out === undefined) {
    return;
  }
  const folder = resolve(values.out);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'result.json'), JSON.stringify(result));
  await writeFile(join(folder, 'report.html'), htmlOf(result));
  await writeFile(join(folder, 'junit.xml'), junitOf(result));
}
