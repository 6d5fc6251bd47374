import type { RequestContext } from '@rapport/kernel';
import type {
  IdempotencyKey,
  RecordInput,
  RecordTransactions,
  Stepped,
  SteppedRecords,
  Transacted,
} from '@rapport/records';
import type { marketingEmails } from '@rapport/crm-records';
import { isDue, requireDue } from './due-check.ts';
import { endFile, keepFile } from './files/kept-files.ts';
import { callForLastTurn, makeDue } from './sending/make-due.ts';

export type MarketingEmailColumns = typeof marketingEmails.columns;

/** The members of a mail, and its file, whose name is one of them. */
export interface MarketingEmailInput extends RecordInput<MarketingEmailColumns> {
  readonly file?: Uint8Array | null | undefined;
}

export interface MarketingEmailOptions {
  /** Those that the platform is configured for. */
  readonly suppliers: readonly string[];
  /** The most bytes of all files of a tenant. */
  readonly fileBytesMax: number;
}

/** Makes mails and brings them from state to state. What a mail needs is asked when it becomes due. */
export class MarketingEmailService {
  readonly #store: SteppedRecords<MarketingEmailColumns>;
  readonly #transactions: RecordTransactions;
  readonly #options: MarketingEmailOptions;

  constructor(
    store: SteppedRecords<MarketingEmailColumns>,
    transactions: RecordTransactions,
    options: MarketingEmailOptions,
  ) {
    this.#store = store;
    this.#transactions = transactions;
    this.#options = options;
  }

  /** It gives the id. A mail that would be due and lacks something is not made. */
  create(context: RequestContext, input: MarketingEmailInput, key?: IdempotencyKey): Promise<Transacted<string>> {
    const { suppliers, fileBytesMax } = this.#options;
    const { file, ...members } = input;
    return this.#transactions.run(context, { key }, async (transaction) => {
      const id = await this.#store.transacted.create(transaction, members);
      if (file) {
        await keepFile(transaction, id, file, fileBytesMax);
      }
      if (input.status && isDue(input.status)) {
        await requireDue(transaction, { id, state: input.status, suppliers });
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
        await requireDue(transaction, { id, state, suppliers: this.#options.suppliers });
        await makeDue(transaction, id);
      }
      if (isChanged && state === 'cancelled') {
        await endFile(transaction, id);
        await callForLastTurn(transaction, id);
      }
      return lacking;
    });
    return result;
  }
}
