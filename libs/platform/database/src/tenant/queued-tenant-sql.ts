import type { CallContext } from '@rapport/kernel';
import { BoundSql, BoundTransaction } from '../bound-sql.ts';
import type { DatabaseSender } from '../database-sender.ts';
import { WriteDeadlineExceeded } from '../failures.ts';
import type { RawRow, LocatedTenant, TenantSql, TransactionSql, WriteTurn } from '../sql.ts';
import type { Sent } from '../statements/statement.ts';
import { TenantText } from './tenant-text.ts';
import type { Turn, WriteQueue } from './write-queue.ts';

/** One tenant's schema: its reads are sent at once, its writes when their turn has come. */
export class QueuedTenantSql extends BoundSql implements TenantSql {
  readonly tenant: LocatedTenant;
  readonly #sender: DatabaseSender;
  readonly #writes: WriteQueue;

  constructor(tenant: LocatedTenant, sender: DatabaseSender, writes: WriteQueue) {
    super(sender, tenant.number);
    this.tenant = tenant;
    this.#sender = sender;
    this.#writes = writes;
  }

  row(context: CallContext, { statement, values }: Sent): Promise<RawRow | undefined> {
    const { number } = this.tenant;
    return this.#sender.row(context, number, statement, { sentText: new TenantText(statement, number), values });
  }

  async write<R extends object>(context: CallContext, sent: Sent): Promise<R[]> {
    const turn = await this.turn(context);
    try {
      return await turn.query<R>(context, sent);
    } finally {
      turn.end();
    }
  }

  async writeRows(context: CallContext, sent: Sent): Promise<RawRow[]> {
    const turn = await this.turn(context);
    try {
      return await turn.rows(context, sent);
    } finally {
      turn.end();
    }
  }

  async turn(context: CallContext): Promise<WriteTurn> {
    return new BoundSql(this.#sender, this.tenant.number, await this.#enter(context));
  }

  async transaction<T>(context: CallContext, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    const { number } = this.tenant;
    const turn = await this.#enter(context);
    try {
      return await this.#sender.transact(context, { tenant: number, turn }, (within) =>
        work(new BoundTransaction(within, number, turn)),
      );
    } finally {
      turn.end();
    }
  }

  async #enter(context: CallContext): Promise<Turn> {
    try {
      return await this.#writes.enter(this.tenant.number);
    } catch (error) {
      if (error instanceof WriteDeadlineExceeded) {
        this.#sender.reportRefusal(context, error);
      }
      throw error;
    }
  }
}
