import type { RequestContext } from '@rapport/kernel';
import type {
  IdempotencyKey,
  RecordInput,
  RecordTransactions,
  Stepped,
  SteppedRecords,
  Transacted,
} from '@rapport/records';
import { isDue, requireDue } from './due-check.ts';
import type { marketingEmails } from '@rapport/crm-records';
import { makeDue } from './sending/make-due.ts';

export type MarketingEmailColumns = typeof marketingEmails.columns;
export type MarketingEmailInput = RecordInput<MarketingEmailColumns>;

/** Makes mails and brings them from state to state. What a mail needs is asked when it becomes due. */
export class MarketingEmailService {
  readonly #store: SteppedRecords<MarketingEmailColumns>;
  readonly #transactions: RecordTransactions;
  readonly #suppliers: readonly string[];

  /** `suppliers` are those that the platform is configured for. */
  constructor(
    store: SteppedRecords<MarketingEmailColumns>,
    transactions: RecordTransactions,
    suppliers: readonly string[],
  ) {
    this.#store = store;
    this.#transactions = transactions;
    this.#suppliers = suppliers;
  }

  /** It gives the id. A mail that would be due and lacks something is not made. */
  create(context: RequestContext, input: MarketingEmailInput, key?: IdempotencyKey): Promise<Transacted<string>> {
    return this.#transactions.run(context, { key }, async (transaction) => {
      const id = await this.#store.transacted.create(transaction, input);
      if (input.status && isDue(input.status)) {
        await requireDue(transaction, { id, state: input.status, suppliers: this.#suppliers });
        await makeDue(transaction, id);
      }
      return id;
    });
  }

  /** It gives the permission that the caller lacks, or null: then the mail is in the state. */
  async step(
    context: RequestContext,
    id: string,
    state: string,
    permissions: readonly string[],
  ): Promise<Stepped['lacking']> {
    const { result } = await this.#transactions.run(context, {}, async (transaction) => {
      const { isChanged, lacking } = await this.#store.stepIn(transaction, id, state, { permissions });
      if (isChanged && isDue(state)) {
        await requireDue(transaction, { id, state, suppliers: this.#suppliers });
        await makeDue(transaction, id);
      }
      return lacking;
    });
    return result;
  }
}
