import { statement, WriteDeadlineExceeded, type Database, type TransactionSql } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { noCustomFields, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { NameFanOut } from '../naming/name-fan-out.ts';
import { recordRules, type RecordRules } from '../stamping/rules.ts';
import { findStoredAnswer, inProgress, keyHolderOf, type IdempotencyKey } from './idempotency.ts';
import { stampsStatement } from './stamps-statement.ts';
import { RecordTransaction } from './record-transaction.ts';
import { Redefined } from './redefined.ts';
import { tooManyAttempts } from './until-done.ts';

/** What the transactions share with the stores whose records they change. */
export interface TransactionParts {
  readonly database: Database;
  readonly fanOut?: Pick<NameFanOut, 'run'>;
  readonly customFields?: CustomFieldSets;
  readonly rules?: RecordRules;
}

/** What came of a transaction; `isReplayed` when an earlier one with the same key made it and kept it. */
export interface Transacted<T> {
  readonly result: T;
  readonly isReplayed: boolean;
}

export interface TransactionOptions {
  /** How many changes of one and the same record there may be. */
  readonly width?: number;
  readonly key?: IdempotencyKey | undefined;
}

/** Runs transactions of several changes. A process that dies in between leaves nothing of them. */
export class RecordTransactions {
  readonly #parts: TransactionParts;
  readonly #customFields: CustomFieldSets;
  readonly #stamps: ReturnType<typeof stampsStatement>;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    this.#customFields = parts.customFields ?? noCustomFields;
    this.#stamps = stampsStatement(parts.rules ?? recordRules);
  }

  /** The result must be what JSON can hold: with a key it is kept, and given again. */
  async run<T>(
    context: RequestContext,
    { width = stampsMax, key }: TransactionOptions,
    work: (transaction: RecordTransaction) => Promise<T>,
  ): Promise<Transacted<T>> {
    const sql = this.#parts.database.tenant(context.tenant);
    // An attempt meets the first of its resources that was redefined, so each has attempts of its own.
    const attempts = new Map<number, number>();
    for (;;) {
      try {
        const done = await sql.transaction(context, (within) => runIn(context, within, this.#stamps, width, key, work));
        if (done.opensFanOut) {
          await this.#parts.fanOut?.run(context, sql, { actorId: context.actor.userId });
        }
        return done;
      } catch (error) {
        if (!(error instanceof Redefined)) {
          throw key && error instanceof WriteDeadlineExceeded ? inProgress(error) : error;
        }
        const { resource, definitions } = error;
        const count = (attempts.get(resource) ?? 0) + 1;
        if (count >= attemptsMax) {
          throw tooManyAttempts();
        }
        attempts.set(resource, count);
        await this.#customFields.atLeast(context, sql, resource, definitions);
      }
    }
  }
}

async function runIn<T>(
  context: RequestContext,
  sql: TransactionSql,
  takeStamps: ReturnType<typeof stampsStatement>,
  width: number,
  key: IdempotencyKey | undefined,
  work: (transaction: RecordTransaction) => Promise<T>,
): Promise<Transacted<T> & { readonly opensFanOut: boolean }> {
  const stamps: string[] = [];
  for (const [place, at] of await sql.rows(context, takeStamps, [width])) {
    stamps[Number(place)] = at ?? '';
  }
  const stored = key ? await findStoredAnswer(context, sql, key) : null;
  if (stored) {
    // The text was made of a result of the same operation: the fingerprint says so.
    return { result: JSON.parse(stored.body) as T, isReplayed: true, opensFanOut: false };
  }
  const transaction = new RecordTransaction(context, sql, stamps);
  const result = await work(transaction);
  if (key) {
    const kept = [keyHolderOf(context.actor), key.key, key.fingerprint, JSON.stringify(result), stamps[0]];
    await sql.rows(context, keep, kept);
  }
  return { result, isReplayed: false, opensFanOut: transaction.opensFanOut };
}

const attemptsMax = 5;
const stampsMax = 32;

const keep = statement(
  'transaction_keep_result',
  `insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
   values ($1, $2, $3, 200, $4, $5)`,
);
