import type { Sent, TenantSql } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { notFound } from '../reading/not-found.ts';
import type { RecordReader } from '../reading/record-reader.ts';
import { versionsOf } from '../showing/etag.ts';
import { viewerValues } from '../showing/visibility.ts';
import { tooManyAttempts, type Attempts } from '../transacting/attempts.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { inUse, staleVersion } from './body/refusals.ts';
import type { WriteStatements } from './write-statements.ts';

/** Deletes records that no other record refers to. */
export class RecordDeleter {
  readonly #writes: WriteStatements;
  readonly #reader: RecordReader;
  readonly #attempts: Attempts;

  constructor(writes: WriteStatements, reader: RecordReader, attempts: Attempts) {
    this.#writes = writes;
    this.#reader = reader;
    this.#attempts = attempts;
  }

  async delete(context: RequestContext, sql: TenantSql, id: string, ifMatch: string | undefined): Promise<Deleted> {
    const sent = this.#sent(context, id, ifMatch);
    return this.#attempts.inTurn(context, sql, async (turn) => {
      const [row] = await turn.query<DeleteRow>(context, sent);
      return row?.outcome === 'again' ? null : this.#judged(context, row, () => this.#reader.find(context, sql, id));
    });
  }

  /** The record's change within a transaction, behind whose lock no other writer changes it. */
  async deleteIn(transaction: RecordTransaction, id: string, ifMatch: string | undefined): Promise<void> {
    const { context } = transaction;
    const sent = this.#sent(context, id, ifMatch, transaction.nextStamp());
    const [row] = await transaction.query<DeleteRow>(sent);
    const { leaves } = await this.#judged(context, row, () => this.#reader.findIn(transaction, id));
    transaction.opensFanOut ||= leaves;
  }

  /** The deletion, or the refusal. A record that went after it was found stale is not found. */
  async #judged(
    context: RequestContext,
    row: DeleteRow | undefined,
    find: () => Promise<{ readonly etag: string } | null>,
  ): Promise<Deleted> {
    if (row?.outcome === 'deleted') {
      return row;
    }
    if (row?.outcome === 'in_use') {
      throw inUse(row.used);
    }
    if (row?.outcome === 'again') {
      throw tooManyAttempts();
    }
    const found = row ? await find() : null;
    throw found ? staleVersion(found.etag) : notFound(context, this.#writes.definition.resource);
  }

  #sent(context: RequestContext, id: string, ifMatch: string | undefined, at: string | null = null): Sent {
    if (!isUuid(id)) {
      throw notFound(context, this.#writes.definition.resource);
    }
    const { actor, trace } = context;
    return this.#writes.remove.with({
      id,
      ...viewerValues(context),
      versions: versionsOf(ifMatch),
      actor: actor.userId,
      traceparent: trace.traceparent,
      at,
    });
  }
}

interface Deleted {
  /** Whether parts of the record are left, which the fan-out takes. */
  readonly leaves: boolean;
}

interface DeleteRow extends Deleted {
  readonly outcome: 'deleted' | 'stale' | 'in_use' | 'again';
  /** The names of the resources whose records refer to this one. */
  readonly used: readonly string[];
}
