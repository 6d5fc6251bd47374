import type { Database } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import { deletionSteps, type BegunDeletion, type DeletionProof } from '@rapport/kinds';
import type { DeletionStore } from './deletion-store.ts';

/** Shows how far the deletion of a tenant is, and its proof for as long as control is kept. */
export class DeletionProofs {
  readonly #database: Database;
  readonly #store: DeletionStore;

  constructor(database: Database, store: DeletionStore) {
    this.#database = database;
    this.#store = store;
  }

  /** Undefined for a tenant that is not being deleted. */
  stateOf(context: CallContext, tenantId: string): Promise<BegunDeletion['state'] | undefined> {
    return this.#store.stateOf(context, this.#database.control, tenantId);
  }

  /** 404 for a tenant that is not there or not being deleted. */
  async show(context: CallContext, tenantId: string): Promise<DeletionProof> {
    const kept = await this.#store.find(context, this.#database.control, tenantId);
    if (!kept) {
      throw new AppError('not_found', `There is no tenant ${tenantId} that is being deleted.`);
    }
    const { counts, done, ...proof } = kept;
    const steps = deletionSteps.flatMap((step) => {
      const doneOnUtc = done[step];
      return doneOnUtc === undefined ? [] : [{ step, doneOnUtc, counts: counts[step] ?? {} }];
    });
    return { ...proof, steps };
  }
}
