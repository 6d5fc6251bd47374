import { readFile } from 'node:fs/promises';
import type { RapportError } from '../rapport-error.ts';
import { Rapport } from '../rapport.ts';
import type { CopyProgress } from '../sync/resource-copy.ts';
import { sync, type FailedPass } from '../sync/sync.ts';
import { argumentsIn, usage, WrongUse, type Arguments } from './arguments.ts';
import { targetOf, type Target } from './target.ts';
import { verify } from './verify.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the command, and gives its exit code: 0, 1 for a failure or a difference, 2 for a wrong use. */
export async function run(given: readonly string[], environment: Environment): Promise<number> {
  if (given.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stopping.abort());
  }
  // Node would write its warnings as text between the lines.
  process.removeAllListeners('warning').on('warning', ({ message }) => log({ level: 'warn', message }));
  try {
    const asked = argumentsIn(given);
    const rapport = await rapportOf(environment, stopping.signal);
    const target = await targetOf(asked.to);
    try {
      return await (asked.word === 'sync' ? syncing : verifying)(rapport, target, asked, stopping.signal);
    } finally {
      await target.close();
    }
  } catch (error) {
    const { message, code, traceId } = error as Error & Partial<Pick<RapportError, 'code' | 'traceId'>>;
    log({ level: 'error', message: message || code, code, traceId });
    return error instanceof WrongUse || code === 'invalid_option' ? 2 : 1;
  }
}

async function syncing(rapport: Rapport, { sink }: Target, asked: Arguments, signal: AbortSignal): Promise<number> {
  const { resources, everyMs } = asked;
  await sync(rapport, {
    sink,
    resources,
    everyMs: everyMs ?? undefined,
    signal,
    onProgress: logProgress,
  });
  return 0;
}

function logProgress(progress: CopyProgress | FailedPass): void {
  if ('error' in progress) {
    const { resource, waitMs, error } = progress;
    log({ level: 'warn', resource, waitMs, code: error.code, message: error.message, traceId: error.traceId });
  } else if (progress.records + progress.removed > 0) {
    log({ level: 'info', ...progress });
  }
}

async function verifying(
  rapport: Rapport,
  { readable }: Target,
  { resources, to }: Arguments,
  signal: AbortSignal,
): Promise<number> {
  if (readable === null) {
    throw new WrongUse(`verify reads a copy in SQLite or PostgreSQL, not ${to}.`);
  }
  const { missing, stale, tooMuch } = await verify(rapport, readable, { resources, signal, onProgress: logProgress });
  console.log(`missing ${missing}, stale ${stale}, too much ${tooMuch}`);
  return missing + stale + tooMuch === 0 ? 0 : 1;
}

async function rapportOf(environment: Environment, signal: AbortSignal): Promise<Rapport> {
  return new Rapport({
    baseUrl: await variable(environment, 'RAPPORT_URL'),
    clientId: await variable(environment, 'RAPPORT_CLIENT_ID'),
    clientSecret: await variable(environment, 'RAPPORT_CLIENT_SECRET'),
    signal,
  });
}

/** The value of a variable, or of the file that the variable with `_FILE` behind its name names. */
async function variable(environment: Environment, name: string): Promise<string> {
  const file = environment[`${name}_FILE`] ?? '';
  const value = file === '' ? environment[name] : (await readFile(file, 'utf8')).trim();
  if (value === undefined || value === '') {
    throw new WrongUse(`${name} is not set, nor is ${name}_FILE.`);
  }
  return value;
}

function log(line: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), ...line }));
}
