import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RapportError, resourceNames, type Rapport, type ResourceName } from '@rapport/client';
import { postgres, type PostgresPool } from '@rapport/client/postgres';
import { sqlite } from '@rapport/client/sqlite';
import type { NdjsonLine } from '@rapport/client/ndjson';
import { runProgram } from './run-program.ts';

/** A copy by the command, whose process is killed again and again. */
export interface KilledCopy {
  /** As `--to` names it. */
  readonly to: string;
  readonly command: Command;
  readonly kills: number;
  readonly draw: () => number;
}

export interface Command {
  /** The folder of the client's source. */
  readonly source: string;
  readonly environment: Readonly<Record<string, string>>;
}

export const ourSource = join(import.meta.dirname, '..', '..', '..', 'libs', 'client', 'src');

/** Starts the command and kills it at drawn moments; then it is done once more to its end. */
export async function killedCopy({ to, command, kills, draw }: KilledCopy): Promise<void> {
  for (let killed = 0; killed < kills; killed += 1) {
    const words = wordsOf(command, ['sync', '--to', to, '--every', '20ms']);
    const child = spawn(process.execPath, words, { env: { ...process.env, ...command.environment }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await delay(startMs + draw() * killedWithinMs);
    child.kill('SIGKILL');
    await ended;
  }
}

export function runCommand(command: Command, words: readonly string[]): Promise<string> {
  const { environment, source } = command;
  return runProgram(process.execPath, wordsOf(command, words), { folder: source, environment: { ...environment } });
}

function wordsOf({ source }: Command, words: readonly string[]): string[] {
  return ['--no-warnings', join(source, 'command', 'main.ts'), ...words];
}

/** Writes as many systems do: creates, updates and deletes, until the signal ends it. Gives the number of writes. */
export async function writeRandomly(rapport: Rapport, draw: () => number, signal: AbortSignal): Promise<number> {
  const customers: string[] = [];
  let writes = 0;
  while (!signal.aborted) {
    const [id = ''] = customers.splice(Math.floor(draw() * customers.length), 1);
    const kind = draw();
    try {
      if (id === '' || kind < 0.5) {
        customers.push((await rapport.customers.create({ name: `Customer ${writes}` })).id);
        await rapport.contacts.create({ lastName: `Contact ${writes}`, customerId: customers.at(-1) ?? null });
      } else if (kind < 0.8) {
        await rapport.customers.edit(id, (record) => ({ ...record, description: `Change ${writes}` }));
        customers.push(id);
      } else {
        const { id: gone } = await rapport.leads.create({ companyName: `Lead ${writes}` });
        await rapport.leads.delete(gone);
        customers.push(id);
      }
    } catch (error) {
      // A user who sees less for a while finds no record of others.
      if (!(error instanceof RapportError) || error.code !== 'not_found') {
        throw error;
      }
    }
    writes += 1;
    await delay(10);
  }
  return writes;
}

/** The number of records of the copy that are not what the lists show. */
export async function differences(rapport: Rapport, to: string, pool: PostgresPool): Promise<number> {
  let differing = 0;
  for (const resource of resourceNames) {
    const held = await heldIn(to, resource, pool);
    for await (const record of rapport[resource].list() as AsyncIterable<{ readonly id: string }>) {
      differing += isDeepStrictEqual(held.get(record.id), record) ? 0 : 1;
      held.delete(record.id);
    }
    differing += held.size;
  }
  return differing;
}

async function heldIn(to: string, resource: ResourceName, pool: PostgresPool): Promise<Map<string, unknown>> {
  if (to.startsWith('ndjson:')) {
    return replayed(await readFile(to.slice('ndjson:'.length), 'utf8'), resource);
  }
  const sink = to.startsWith('sqlite:') ? await sqlite(to.slice('sqlite:'.length)) : await postgres(pool);
  try {
    return await rowsOf(sink, resource);
  } finally {
    await sink.close();
  }
}

/** The records of a copy by their ids. */
export async function rowsOf(sink: Readable, resource: ResourceName): Promise<Map<string, unknown>> {
  const ids: string[] = [];
  for await (const id of sink.ids(resource)) {
    ids.push(id);
  }
  return new Map((await sink.records(resource, ids)).map((record) => [record.id, record]));
}

type Readable = Pick<Awaited<ReturnType<typeof sqlite>>, 'ids' | 'records'>;

/** The records that the lines of a file make, in their order. */
export function replayed(text: string, resource: ResourceName): Map<string, unknown> {
  const rows = new Map<string, { record: unknown; copy: number }>();
  for (const line of text.split('\n').filter(Boolean)) {
    const read = JSON.parse(line) as NdjsonLine;
    if (read.resource !== resource || read.type === 'checkpoint') {
      continue;
    }
    const { copy } = read;
    if (read.type === 'record') {
      rows.set((read.record as { id: string }).id, { record: read.record, copy });
    } else if (read.type === 'removed') {
      rows.delete(read.id);
    } else if (read.type === 'shown') {
      const row = rows.get(read.id);
      if (row) {
        rows.set(read.id, { ...row, copy });
      }
    } else {
      [...rows].filter(([, row]) => row.copy < copy).forEach(([id]) => rows.delete(id));
    }
  }
  return new Map([...rows].map(([id, { record }]) => [id, record]));
}

/** Node needs so long before the command does anything. */
const startMs = 250;
const killedWithinMs = 700;
