import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform';
import { inRunFolder } from './in-run-folder.ts';
import { findingsOf } from './judging/thresholds.ts';
import { judge } from './judging/verdict.ts';
import { runK6, type K6Result, type K6Run } from './k6/run-k6.ts';
import { runLength } from './k6/run-length.ts';
import type { LoadPlatform } from './platform/load-platform.ts';
import { RunTenants } from './platform/run-tenants.ts';
import { Watch } from './platform/watch.ts';
import { sayProgress } from './progress.ts';
import type { LoadResult } from './reporting/result.ts';
import type { Workload } from './workloads.ts';

export interface Play {
  readonly k6: string;
  readonly platform: LoadPlatform;
  readonly workload: Workload;
  readonly profile: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** The script itself failed, so nothing was measured. */
export class ScriptFailed extends Error {}

/** Makes what the workload needs, runs it once, and judges it. An abort or a failure takes back what was made. */
export async function play(asked: Play): Promise<LoadResult> {
  const { platform, workload, signal, say } = asked;
  const tenants = new RunTenants(platform.operator);
  return inRunFolder(async (folder) => {
    const credentialFile = join(folder, 'credentials.json');
    try {
      await tenants.make(workload.tenants, credentialFile, signal);
      return await measure(asked, folder, credentialFile);
    } finally {
      const left = platform.isOwn ? [] : await tenants.suspend();
      if (left.length > 0) {
        say(
          `These tenants of the run stay active; suspend them with ./rapport admin tenant suspend: ${left.join(' ')}`,
        );
      }
    }
  });
}

async function measure(asked: Play, folder: string, credentialFile: string): Promise<LoadResult> {
  const { platform, workload, profile, signal } = asked;
  const watch = new Watch(() => platform.status());
  const begunAt = new Date().toISOString();
  const from = performance.now();
  try {
    watch.start();
    const result = await runBeside(asked, folder, credentialFile);
    signal.throwIfAborted();
    const moments = await watch.stop();
    requireRun(result);
    const { metrics } = result;
    const further = (await workload.judge?.({ metrics, moments, folder })) ?? [];
    const thresholds = workload.seeksBreak === true ? [] : findingsOf(metrics);
    const judged = judge(workload, result, [...thresholds, ...further]);
    const seconds = (performance.now() - from) / 1_000;
    const { replicas } = platform;
    return { workload: workload.name, profile, begunAt, seconds, replicas, ...judged, metrics, moments };
  } finally {
    await watch.stop();
  }
}

/** Runs k6, and does to the platform meanwhile what the workload says. */
async function runBeside(asked: Play, folder: string, credentialFile: string): Promise<K6Result> {
  const { platform, workload, signal, say } = asked;
  const ending = new AbortController();
  let meanwhile: Promise<void> | undefined;
  const run = runOf(asked, folder, credentialFile);
  const stopSaying = sayProgress(workload.tenants.length, await runLength(run), say);
  try {
    return await runK6({
      ...run,
      onBegun: () => {
        meanwhile = workload.meanwhile?.(platform, AbortSignal.any([signal, ending.signal]));
        meanwhile?.catch(() => undefined);
      },
    });
  } finally {
    stopSaying();
    ending.abort();
    await meanwhile?.catch(() => undefined);
  }
}

function runOf({ k6, platform, workload, profile, signal }: Play, folder: string, credentialFile: string): K6Run {
  return {
    program: k6,
    root: projectRoot,
    workload: workload.name,
    profile,
    baseUrl: platform.baseUrl,
    credentialFile,
    replicas: platform.replicas,
    folder,
    environment: workload.k6Environment ?? {},
    more: (workload.k6Options ?? []).map((option) => option.replace('FOLDER', folder)),
    signal,
  };
}

/** A crossed threshold is a result. Any other end is a script that could not do its work. */
function requireRun({ exitCode, log }: K6Result): void {
  if (exitCode !== 0 && exitCode !== crossed) {
    const [line = 'k6 ended without a word'] = log.split('\n').filter((text) => text !== '' && text !== 'begun');
    throw new ScriptFailed(line.slice(0, 300));
  }
}

const crossed = 99;
