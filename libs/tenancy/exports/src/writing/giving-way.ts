import { setTimeout as sleep } from 'node:timers/promises';
import { statement, type Sql } from '@rapport/database';
import { serviceUnavailable, type AppError, type CallContext } from '@rapport/kernel';

/**
 * Reads within the session of a snapshot, and ends that session where another one waits for a lock that it holds, or where this
 * process is no longer at it. So neither a migration nor the deletion of a tenant has to know of a reader.
 */
export async function givingWay<T>(
  context: CallContext,
  cell: Sql,
  pid: number,
  stillAtIt: () => Promise<void>,
  read: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  let why: unknown;
  const watching = watch(context, cell, pid, stillAtIt, done.signal).catch(async (error: unknown) => {
    why = error;
    await cell.query(context, endSession.with({ pid })).catch(() => undefined);
  });
  try {
    return await read();
  } catch (error) {
    throw why ?? error;
  } finally {
    done.abort();
    await watching;
  }
}

async function watch(
  context: CallContext,
  cell: Sql,
  pid: number,
  stillAtIt: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      return;
    }
    await stillAtIt();
    const [waiting] = await cell.query(context, findWaiting.with({ pid }));
    if (waiting) {
      throw gaveWay();
    }
  }
}

function gaveWay(): AppError {
  return serviceUnavailable(
    'Something else needed the tables that were read; the export begins anew with another moment.',
    10,
  );
}

const everyMs = 1_000;

// Whether a session waits for this one. There are rows for waiting sessions alone, which are few or none.
const findWaiting = statement(
  'export_waiting_session',
  `select true as waits from pg_locks where not granted and :pid::int = any(pg_blocking_pids(pid)) limit 1`,
);

const endSession = statement('export_end_session', 'select pg_terminate_backend(:pid::int) as ended');
