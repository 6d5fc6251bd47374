import type { Database } from '@rapport/database';
import { AppError, callerIn, isUuid, type RequestContext } from '@rapport/kernel';
import { conversionPermissions, type ConversionResult } from '@rapport/kinds';
import type { IdempotencyKey, RecordTransaction, RecordTransactions, Transacted } from '@rapport/records';
import { basisOf } from './conversion-basis.ts';
import { previewOf, tooManyRelated, type ConversionPreview } from './conversion-preview.ts';
import type { ConversionRequest } from './conversion-request.ts';
import type { ConversionRights } from './conversion-rights.ts';
import { relatedMax } from './conversion-statements.ts';
import type { ConversionStores } from './conversion-stores.ts';
import { ConversionWriter } from './conversion-writer.ts';
import { targets, type Target } from './lead-mapping.ts';
import { writeOf } from './suggested-modes.ts';
import type { Values } from './values.ts';

/** Makes a customer, a contact and an opportunity of a lead: all of it in one transaction, or nothing. */
export class LeadConversion {
  readonly #stores: ConversionStores;
  readonly #transactions: RecordTransactions;
  readonly #database: Database;

  constructor(stores: ConversionStores, transactions: RecordTransactions, database: Database) {
    this.#stores = stores;
    this.#transactions = transactions;
    this.#database = database;
  }

  /** A conversion's preview. It writes nothing. */
  async preview(context: RequestContext, leadId: string, rights: ConversionRights): Promise<ConversionPreview> {
    const sql = this.#database.tenant(context.tenant);
    const { body, encoding, etag } = await this.#stores.leads.get(context, leadId);
    // The text is the record that the shape of leads wrote.
    const lead = JSON.parse(Buffer.from(body, encoding).toString()) as Values & { readonly status: string };
    const basis = await basisOf(context, (...sent) => sql.query(context, ...sent), leadId, lead, {}, rights);
    return previewOf({ id: leadId, status: lead.status, version: versionIn(etag) }, basis, rights);
  }

  /** The rights that every conversion needs are for the caller's guards. */
  async execute(
    context: RequestContext,
    request: ConversionRequest,
    rights: ConversionRights,
    key?: IdempotencyKey,
  ): Promise<Transacted<ConversionResult>> {
    requireTargets(rights, (target) => (request.targets[target]?.mode ?? 'none') !== 'none');
    const transacted = await this.#transactions.run(context, { key }, async (transaction) => {
      const lead = await this.#lead(transaction, request.leadId);
      if (lead.status === 'converted') {
        throw new AppError('lead_converted', 'The lead has been converted; see the records that it became.');
      }
      return this.#convert(transaction, lead, request, rights);
    });
    if (transacted.isReplayed) {
      // The outcome of a part that the body left out stands in the stored answer alone.
      const { result } = transacted;
      requireTargets(rights, (target) => result[`${target}Id`] !== null);
    }
    return transacted;
  }

  /** Executes as the preview suggests, and looks for no duplicates. A converted lead stays as it is. */
  async executeAsSuggested(context: RequestContext, leadId: string, rights: ConversionRights): Promise<void> {
    const request = {
      leadId,
      targets: {},
      overwritesExisting: false,
      movesActivities: true,
      skipsDuplicateCheck: true,
    };
    await this.#transactions.run(context, {}, async (transaction) => {
      const lead = await this.#lead(transaction, leadId);
      return lead.status === 'converted' ? null : this.#convert(transaction, lead, request, rights);
    });
  }

  async #convert(
    transaction: RecordTransaction,
    lead: Values & { readonly etag: string },
    request: ConversionRequest,
    rights: ConversionRights,
  ): Promise<ConversionResult> {
    const { leadId, version } = request;
    const current = versionIn(lead.etag);
    if ((version ?? current) !== current) {
      throw new AppError(
        'concurrency_conflict',
        'The lead has changed since that version; get a new preview, and convert what it is now.',
      );
    }
    for (const permission of conversionPermissions) {
      rights.require(permission);
    }
    const query = transaction.query.bind(transaction);
    const basis = await basisOf(transaction.context, query, leadId, lead, request.targets, rights);
    if (basis.related.activities + basis.related.members > relatedMax) {
      throw new AppError('invalid_transition', tooManyRelated.message);
    }
    return new ConversionWriter(this.#stores, transaction, { request, lead, basis, rights }).write();
  }

  async #lead(transaction: RecordTransaction, id: string) {
    const lead = isUuid(id) ? await this.#stores.leads.transacted.find(transaction, id) : null;
    if (lead === null) {
      throw new AppError('not_found', `There is no such lead, or ${callerIn(transaction.context)} may not see it.`);
    }
    return { ...lead };
  }
}

function requireTargets(rights: ConversionRights, isMade: (target: Target) => boolean): void {
  for (const target of targets.filter(isMade)) {
    rights.require(writeOf[target]);
  }
}

/** The version of a record, of which its validator says more to callers with external ids. */
function versionIn(etag: string): string {
  return /^"(\d+)/.exec(etag)?.[1] ?? etag;
}
