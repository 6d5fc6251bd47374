import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface K6Run {
  readonly program: string;
  readonly root: string;
  readonly workload: string;
  readonly profile: string;
  readonly baseUrl: string;
  readonly credentialFile: string;
  readonly replicas: Readonly<Record<string, number>>;
  /** A folder for what k6 writes. */
  readonly folder: string;
  readonly more: readonly string[];
  /** Variables where the caller's environment has none of the name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called when the script has prepared what it needs. */
  readonly onBegun?: () => void;
}

/** A metric as k6 says it at the end of a run. */
export interface K6Metric {
  readonly type: 'counter' | 'rate' | 'trend' | 'gauge';
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

export interface K6Result {
  /** 0: all thresholds held, 99: one was crossed; anything else: the script failed. */
  readonly exitCode: number;
  readonly metrics: Readonly<Record<string, K6Metric>>;
  /** The time that k6 stood in the queue of a processor each time that it could run, in milliseconds. */
  readonly waitedMs: number;
  /** The log that k6 wrote, for a run that failed. */
  readonly log: string;
}

/** Runs one script. It sends no report of its use, and looks for no extension. */
export async function runK6(options: K6Run): Promise<K6Result> {
  const { program, root, workload, folder, more, signal, onBegun } = options;
  signal.throwIfAborted();
  const script = join(root, 'load-tests', 'src', `${workload}.ts`);
  const words = [
    'run',
    '--no-usage-report',
    '--quiet',
    '--no-color',
    '--log-format=raw',
    ...statistics,
    ...more,
    script,
  ];
  const child = spawn(program, words, { cwd: root, env: environmentOf(options), stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (/^begun$/m.test(chunk.toString())) {
      onBegun?.();
    }
    log = `${log}${chunk.toString()}`.slice(-logBytesMax);
  });
  let waitedMs = 0;
  const watch = setInterval(() => (waitedMs = meanWaitMs(child.pid) ?? waitedMs), watchMs);
  try {
    const [exitCode] = (await once(child, 'close')) as [number | null];
    const text = await readFile(join(folder, 'summary.json'), 'utf8').catch(() => '{}');
    const { metrics = {} } = JSON.parse(text) as { metrics?: K6Result['metrics'] };
    return { exitCode: exitCode ?? 1, metrics, waitedMs, log };
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  }
}

export function environmentOf(run: K6Run): NodeJS.ProcessEnv {
  const { profile, baseUrl, credentialFile, replicas, folder } = run;
  return {
    ...run.environment,
    ...process.env,
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    K6_SETUP_TIMEOUT: '300s',
    BASE_URL: baseUrl,
    CREDENTIAL_FILE: credentialFile,
    PROFILE: profile,
    REPLICAS: JSON.stringify(replicas),
    SUMMARY_FILE: join(folder, 'summary.json'),
  };
}

/** The kernel counts for each thread how long it was ready to run before it ran, and how often. */
function meanWaitMs(pid: number | undefined): number | undefined {
  try {
    let [waited, turns] = [0, 0];
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      const [, nanoseconds = 0, times = 0] = text.split(' ').map(Number);
      waited += nanoseconds;
      turns += times;
    }
    return waited / (turns || 1) / 1_000_000;
  } catch {
    return undefined;
  }
}

const statistics = ['--summary-trend-stats=avg,min,med,max,p(95),p(99),count'];
const logBytesMax = 20_000;
const watchMs = 500;
