import { statement, WriteDeadlineExceeded, type Sql } from '@rapport/database';
import { AppError, idempotencyKeyReused, lives, type RequestContext } from '@rapport/kernel';

/** The caller's key, and the digest of the request that it was sent with. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** An answer that a request with a key was given before. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly location: string;
  readonly etag: string;
}

/** The client in whose scope keys are, or for a person the user. */
export function keyHolderOf({ clientId, userId }: RequestContext['actor']): string {
  return clientId ?? userId;
}

/**
 * The stored answer of a key, or null where no request with it was done. An expired one is deleted. It is looked up
 * only after a write was refused by what is stored: the key's own row refuses the second use of it.
 */
export async function findStoredAnswer(
  context: RequestContext,
  sql: Sql,
  { key, fingerprint }: IdempotencyKey,
): Promise<StoredAnswer | null> {
  const values = { clientId: keyHolderOf(context.actor), key };
  const [row] = await sql.query<StoredAnswer & { fingerprint: Buffer; expired: boolean }>(context, find.with(values));
  if (!row) {
    return null;
  }
  if (row.expired) {
    await sql.query(context, forget.with(values));
    return null;
  }
  if (!row.fingerprint.equals(fingerprint)) {
    throw idempotencyKeyReused();
  }
  return { status: row.status, body: row.body, location: row.location, etag: row.etag };
}

/** Keeps the answer of a transaction at the time of its stamp. */
export async function keepAnswer(
  context: RequestContext,
  sql: Sql,
  { key, fingerprint }: IdempotencyKey,
  body: string,
  at: string,
): Promise<void> {
  await sql.rows(context, keep.with({ clientId: keyHolderOf(context.actor), key, fingerprint, body, at }));
}

/** Work that is not done in time may be that of a request with the same key. */
export async function underKey<T>(key: IdempotencyKey | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw key && error instanceof WriteDeadlineExceeded ? inProgress(error) : error;
  }
}

function inProgress(cause: unknown): AppError {
  return new AppError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still under way, or did not get its turn; nothing of this one was done. Repeat it with the same key.',
    { headers: { 'retry-after': '1' }, cause },
  );
}

const find = statement(
  'idempotency_find',
  `select fingerprint, status, body, location, coalesce(etag, '"1"') as etag, created_on <= now() - interval '${lives.idempotencyKey}' as expired
   from tenant.idempotency_key where client_id = :clientId and key = :key`,
);

/**
 * Deletes a key only while it is expired: of many requests that find it so, none deletes the row that another one has
 * written since. The age is compared in a form that no index serves, so the key is found by itself and not among all
 * keys of that age.
 */
const forget = statement(
  'idempotency_forget',
  `delete from tenant.idempotency_key where client_id = :clientId and key = :key
    and created_on + interval '${lives.idempotencyKey}' <= now()`,
);

const keep = statement(
  'idempotency_keep',
  `insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
   values (:clientId, :key, :fingerprint, 200, :body, :at)`,
);
