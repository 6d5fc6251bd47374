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

/** A read that may not wait, or waited for too long, while its tenant has as many reads under way as a tenant may. */
export class ReadRefused extends AppError {
  readonly reason: LineRefusal;

  constructor(reason: LineRefusal) {
    super('service_unavailable', 'Too many requests of this tenant are under way here at once; try again.', {
      headers: { 'retry-after': '1' },
    });
    this.name = 'ReadRefused';
    this.reason = reason;
  }
}

/** The tenant's schema is older than this program, and its migration is under way. */
export class TenantBehind extends AppError {
  constructor() {
    super('service_unavailable', 'The data of this tenant are being upgraded; try again.', {
      headers: { 'retry-after': '5' },
    });
    this.name = 'TenantBehind';
  }
}

/** The process's own deadline for an answer passed, and the connection was destroyed. */
export class QueryDeadlineExceeded extends Error {
  constructor(deadlineMs: number) {
    super(`no answer from PostgreSQL within ${Math.round(deadlineMs)} ms`);
    this.name = 'QueryDeadlineExceeded';
  }
}

/** There was no connection in time. */
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

/** 28P01: the server knows the role by another password. */
export function isPasswordRefused(error: unknown): boolean {
  return hasCode(error instanceof NoConnection ? error.cause : error, '28P01');
}

/** 55P03, also as callers get it: another transaction held the lock for too long. Nothing of the statement was done. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error instanceof AppError ? error.cause : error, '55P03');
}

/**
 * Whether the database lacks what the statement names, also in the form that callers get: the database is older than
 * this program, or it is another one.
 */
export function isUnknownToDatabase(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return (
    error instanceof TenantBehind ||
    (cause instanceof pg.DatabaseError && ['3F000', '42P01', '42703', '42883'].includes(cause.code ?? ''))
  );
}

/** Whether migrations have yet to make what was asked for, or to grant it to this process. */
export function isBeforeMigrations(error: unknown): boolean {
  return isUnknownToDatabase(error) || hasCode(error, '42501') || hasCode(error, '3D000');
}

/** The constraint that refused a row, or undefined where the failure is another one. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

export type UnavailableReason =
  'connect' | 'pool' | 'deadline' | 'connection_lost' | 'disk_full' | 'server' | 'unknown';

/** The reason why the database did not serve the statement, or null where the failure is the statement's own. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  if (error instanceof NoConnection) {
    return error.reason;
  }
  if (error instanceof QueryDeadlineExceeded) {
    return 'deadline';
  }
  if (error instanceof pg.DatabaseError) {
    if (error.code === '53100') {
      return 'disk_full';
    }
    return serverIsAway(error.code ?? '') ? 'server' : null;
  }
  return error instanceof Error && !(error instanceof AppError) && isSocketError(error) ? 'connection_lost' : null;
}

/** Whether the connection is spent: it ended, is read-only after a failover, or lost track of its statements. */
export function spoilsConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity === 'FATAL' || ['25006', '26000', '0A000'].includes(error.code ?? '');
  }
  return unavailableReason(error) !== null;
}

/** Whether the statement may have been done without an answer: the server may commit before the connection ends. */
export function leavesOutcomeOpen(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity === 'FATAL';
  }
  return unavailableReason(error) === 'deadline' || unavailableReason(error) === 'connection_lost';
}

/** The caller's form of an unavailable database. `open`: a write may have been done all the same. */
export function unavailable(cause: unknown, open: boolean): AppError {
  const detail = open
    ? 'The database went away in the middle, so it is not known whether this was done; a retry with the same Idempotency-Key settles it.'
    : 'The database is not available at the moment; try again.';
  return serviceUnavailable(detail, 1, cause);
}

/** The caller's form of a lock that another transaction held for too long. */
export function locked(cause: unknown): AppError {
  return serviceUnavailable(
    'Another request is changing the same at this moment; nothing was done, try again.',
    1,
    cause,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}

/**
 * Connection failures (08), used up resources (53), a stopping server or a cancelled statement (57), ended sessions
 * (25P0x), deadlocks (40).
 */
function serverIsAway(code: string): boolean {
  return /^(08|53|57|25P0|40)/.test(code) || code === '25006';
}

function isSocketError(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return socketCode.test(code) || lostConnection.test(error.message);
}

/** The operating system's codes for a socket. `ERR_` is Node's own prefix for wrong use. */
const socketCode = /^E(?!RR_)[A-Z]+$/;
const lostConnection = /^(Connection terminated|Client (was closed|has encountered))/;
