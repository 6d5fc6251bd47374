import { erased, type Sql, statement, type TenantTable } from '@rapport/database';
import { AppError, idempotencyKeyReused, lives, type CallContext } from '@rapport/kernel';

/** An Idempotency-Key with the digest of its request, in the scope of the user who sent it. */
export interface RequestKey {
  readonly tenantId: string;
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** A made thing, and the time of that change, which is its version. */
export interface Made<T> {
  readonly made: T;
  readonly lastModifiedOnUtc: string;
}

/** The thing that a create made, or had made when the key came the first time. */
export interface Creation<T> extends Made<T> {
  readonly isReplayed: boolean;
}

/**
 * Makes something in control once for a key. The key's row is written in the transaction of the caller, so the thing and
 * the answer are both there or neither. What is kept of the answer is for the caller to choose, because it must not hold
 * a secret.
 */
export async function onceInControl<T, Kept>(
  context: CallContext,
  sql: Sql,
  key: RequestKey | undefined,
  steps: {
    readonly make: () => Promise<Made<T>>;
    readonly keep: (made: T) => Kept;
    readonly replay: (kept: Kept) => T;
  },
): Promise<Creation<T>> {
  if (key === undefined) {
    return { ...(await steps.make()), isReplayed: false };
  }
  const scopedKey = [key.tenantId, key.userId, key.key].join(' ');
  const [lock] = await sql.query<{ isFree: boolean }>(context, lockKey.with({ scopedKey }));
  if (lock?.isFree !== true) {
    throw new AppError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still under way; nothing of this one was done. Repeat it with the same key.',
      { headers: { 'retry-after': '1' } },
    );
  }
  await sql.query(context, forgetOld.with(key));
  const [found] = await sql.query<{ fingerprint: Buffer; answer: Made<Kept> }>(context, findAnswer.with(key));
  if (!found) {
    const { made, lastModifiedOnUtc } = await steps.make();
    const answer: Made<Kept> = { made: steps.keep(made), lastModifiedOnUtc };
    await sql.query(context, keepAnswer.with({ ...key, answer: JSON.stringify(answer) }));
    return { made, lastModifiedOnUtc, isReplayed: false };
  }
  if (!found.fingerprint.equals(key.fingerprint)) {
    throw idempotencyKeyReused();
  }
  return { ...found.answer, made: steps.replay(found.answer.made), isReplayed: true };
}

/** For a create whose answer is an id alone. */
export const theIdItself = { keep: (id: string): string => id, replay: (id: string): string => id };

export const requestKeyTables: readonly TenantTable[] = [erased('control.request_key')];

// Of requests with one key one goes on, to the end of its transaction.
const lockKey = statement(
  'request_key_lock',
  `select pg_try_advisory_xact_lock(hashtextextended(:scopedKey::text, 0)) as "isFree"`,
);

// An expired key is none. Each create removes those of its user, so the table stays small.
const forgetOld = statement(
  'request_key_forget',
  `delete from control.request_key
where tenant_id = :tenantId and user_id = :userId and created_on <= clock_timestamp() - interval '${lives.idempotencyKey}'`,
);

const findAnswer = statement(
  'request_key_find',
  `select fingerprint, answer from control.request_key where tenant_id = :tenantId and user_id = :userId and key = :key`,
);

const keepAnswer = statement(
  'request_key_keep',
  `insert into control.request_key (tenant_id, user_id, key, fingerprint, answer) values (:tenantId, :userId, :key, :fingerprint, :answer::jsonb)`,
);
