import type { CallContext } from '@rapport/kernel';
import { callOf, type CallSender, type TransactionSender } from './call.ts';
import type { RawRow, TransactionSql, WriteTurn } from './sql.ts';
import type { Sent } from './statements/statement.ts';
import type { Turn } from './tenant/write-queue.ts';

/** Statements that go one way: to one sender, for one tenant or for none, in one turn where they write. */
export class BoundSql implements WriteTurn {
  readonly #sender: CallSender;
  readonly #tenant: number | null;
  readonly #turn: Turn | null;

  constructor(sender: CallSender, tenant: number | null = null, turn: Turn | null = null) {
    this.#sender = sender;
    this.#tenant = tenant;
    this.#turn = turn;
  }

  query<R extends object>(context: CallContext, sent: Sent): Promise<R[]> {
    return this.#sender.run(context, callOf(sent, 'objects', this.#tenant, this.#turn));
  }

  rows(context: CallContext, sent: Sent): Promise<RawRow[]> {
    return this.#sender.run(context, callOf(sent, 'raw', this.#tenant, this.#turn));
  }

  end(): void {
    this.#turn?.end();
  }
}

/** The statements of one transaction of a tenant. */
export class BoundTransaction extends BoundSql implements TransactionSql {
  readonly #within: TransactionSender;
  readonly #tenant: number;
  readonly #turn: Turn;

  constructor(within: TransactionSender, tenant: number, turn: Turn) {
    super(within, tenant, turn);
    this.#within = within;
    this.#tenant = tenant;
    this.#turn = turn;
  }

  together(context: CallContext, sent: readonly Sent[]): Promise<RawRow[][]> {
    const calls = sent.map((each) => callOf(each, 'raw', this.#tenant, this.#turn));
    return this.#within.runTogether(context, calls);
  }
}
