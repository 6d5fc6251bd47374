import { AppError, serviceUnavailable } from '@rapport/kernel';
import pg from 'pg';
import type { LineRefusal } from './tenant/tenant-lines.ts';

/** A write that did not get its turn, or its tenant's lock, in time. Nothing of it was done. */
export class WriteDeadlineExceeded extends AppError {
  readonly reason: LineRefusal | 'lock';

  constructor(reason: LineRefusal | 'lock', cause?: unknown) {
    const why =
      reason === 'lock' ? 'What this write needs is held by others' : 'Too many writes are under way here at once';
    super('service_unavailable', `${why}; nothing of this one was done, try again.`, {
      headers: { 'retry-after': '1' },
      cause,
    });
    this.name = 'WriteDeadlineExceeded';
    this.reason = reason;
  }
}

/** A read of a tenant that has as many under way as one tenant may, and that may not wait or waited for too long. */
export class ReadRefused extends AppError {
  readonly reason: LineRefusal;

  constructor(reason: LineRefusal) {
    super('service_unavailable', 'Too many reads of this tenant are under way here at once; try again.', {
      headers: { 'retry-after': '1' },
    });
    this.name = 'ReadRefused';
    this.reason = reason;
  }
}

/** The client's own deadline passed, and the connection was destroyed. */
export class QueryDeadlineExceeded extends Error {
  constructor(deadlineMs: number) {
    super(`no answer from PostgreSQL within ${Math.round(deadlineMs)} ms`);
    this.name = 'QueryDeadlineExceeded';
  }
}

/** No connection could be had. */
export class NoConnection extends Error {
  readonly reason: 'connect' | 'pool';

  constructor(reason: 'connect' | 'pool', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'NoConnection';
    this.reason = reason;
  }
}

/** 23505: a row with this value is there already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23505') && (constraint === undefined || constraintOf(error) === constraint);
}

/** 55P03, also in the form that callers are told: somebody else held the lock for too long. Nothing of the statement was done. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error instanceof AppError ? error.cause : error, '55P03');
}

/** What the statement names is not in the database, also in the form that callers are told: the database is older than this program, or another one. */
export function isUnknownToDatabase(error: unknown): boolean {
  const told = error instanceof AppError ? error.cause : error;
  return told instanceof pg.DatabaseError && ['3F000', '42P01', '42703', '42883'].includes(told.code ?? '');
}

/** Which constraint refused a row; undefined where it was something else. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

export type UnavailableReason = 'connect' | 'pool' | 'deadline' | 'connection_lost' | 'server' | 'unknown';

/** Why the database could not serve this, or null when it did and the failure is the statement's own. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  if (error instanceof NoConnection) {
    return error.reason;
  }
  if (error instanceof QueryDeadlineExceeded) {
    return 'deadline';
  }
  if (error instanceof pg.DatabaseError) {
    return serverIsAway(error.code ?? '') ? 'server' : null;
  }
  return error instanceof Error && !(error instanceof AppError) && isSocketError(error) ? 'connection_lost' : null;
}

/** The session cannot be used again: it ended, is read-only after a failover, or lost track of its statements. */
export function spoilsConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity === 'FATAL' || ['25006', '26000', '0A000'].includes(error.code ?? '');
  }
  return unavailableReason(error) !== null;
}

/** Whether what was sent may have been done although no answer came: a session that is ended may have committed before. */
export function leavesOutcomeOpen(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity === 'FATAL';
  }
  return unavailableReason(error) === 'deadline' || unavailableReason(error) === 'connection_lost';
}

/** The caller's form of an unavailable database; `open` says that a write may have been done all the same. */
export function unavailable(cause: unknown, open: boolean): AppError {
  const detail = open
    ? 'The database went away in the middle, so it is not known whether this was done; a retry with the same Idempotency-Key settles it.'
    : 'The database is not available at the moment; try again.';
  return serviceUnavailable(detail, 1, cause);
}

/** The caller's form of a lock that somebody else held for too long. */
export function locked(cause: unknown): AppError {
  return serviceUnavailable(
    'Somebody else is changing the same at this moment; nothing was done, try again.',
    1,
    cause,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}

/** Connection failures (08), resources used up (53), a server that stops or a statement it cancelled (57), ended sessions (25P0x), deadlocks (40). */
function serverIsAway(code: string): boolean {
  return /^(08|53|57|25P0|40)/.test(code) || code === '25006';
}

function isSocketError(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return socketCode.test(code) || lostConnection.test(error.message);
}

/** What the operating system says of a socket; `ERR_` is Node's own prefix for wrong use. */
const socketCode = /^E(?!RR_)[A-Z]+$/;
const lostConnection = /^(Connection terminated|Client (was closed|has encountered))/;
