import type { ChangeContext } from '@rapport/audit';
import type { Sql } from '@rapport/database';
import type { CellWork } from '@rapport/sagas';
import type { DeletionStore } from './deletion-store.ts';

/** The first step of a deletion, in the transaction that changes the tenant's state. */
export class DeletionBeginning {
  readonly #store: DeletionStore;
  readonly #cellWork: CellWork;

  constructor(store: DeletionStore, cellWork: CellWork) {
    this.#store = store;
    this.#cellWork = cellWork;
  }

  /** The caller holds the tenant. What was still to do for it is left, and the steps that erase it come instead. */
  async begin(context: ChangeContext, sql: Sql, tenantId: string): Promise<void> {
    const { actor, reason = null } = context;
    const by = actor.kind === 'system' ? actor.kind : `${actor.kind}:${actor.name}`;
    await this.#store.insert(context, sql, tenantId, by, reason);
    await this.#cellWork.leave(context, sql, tenantId);
    await this.#cellWork.add(context, sql, tenantId, 'deletion', tenantId);
  }
}
