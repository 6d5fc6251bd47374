import type { CallContext } from '@rapport/kernel';
import { callOf, type CallSender } from './call.ts';
import type { RawRow, WriteTurn } from './sql.ts';
import type { Statement } from './statement.ts';
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

  query<R extends object>(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return this.#sender.run(context, callOf(statement, values, 'objects', this.#tenant, this.#turn));
  }

  rows(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<RawRow[]> {
    return this.#sender.run(context, callOf(statement, values, 'raw', this.#tenant, this.#turn));
  }

  end(): void {
    this.#turn?.end();
  }
}
