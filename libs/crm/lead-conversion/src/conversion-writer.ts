import { AppError, callerIn, validationFailed, type FieldErrors } from '@rapport/kernel';
import type { ConversionResult } from '@rapport/kinds';
import type { Columns, RecordInput, RecordTransaction, TransactedRecords } from '@rapport/records';
import type { ConversionBasis } from './conversion-basis.ts';
import type { ConversionRequest } from './conversion-request.ts';
import type { ConversionRights } from './conversion-rights.ts';
import type { ConversionStores } from './conversion-stores.ts';
import { convertLead, dropMembers, mergeMembers, moveActivities, repointMembers } from './conversion-statements.ts';
import { wrongReferences } from './given-references.ts';
import type { Target } from './lead-mapping.ts';
import { isStrong, shownMatches } from './matches.ts';
import { suggestedContact, suggestedCustomer, suggestedOpportunity, type Suggestion } from './suggested-modes.ts';
import { filled, givenPath, type Values } from './values.ts';

/** A conversion that is about to be written. */
export interface Conversion {
  readonly request: ConversionRequest;
  readonly lead: Values;
  readonly basis: ConversionBasis;
  readonly rights: ConversionRights;
}

/** A record that the lead became, or that was filled from it. */
interface WrittenTarget {
  readonly id: string;
  readonly isNew: boolean;
}

/** Writes one conversion within its transaction. Each refusal is an error, with which nothing of it is done. */
export class ConversionWriter {
  readonly #stores: ConversionStores;
  readonly #transaction: RecordTransaction;
  readonly #conversion: Conversion;
  /** The problems of all targets, by their paths in the body. */
  #errors: FieldErrors = {};

  constructor(stores: ConversionStores, transaction: RecordTransaction, conversion: Conversion) {
    this.#stores = stores;
    this.#transaction = transaction;
    this.#conversion = conversion;
  }

  async write(): Promise<ConversionResult> {
    const { request, basis } = this.#conversion;
    const modes = this.#modes();
    this.#errors = await wrongReferences(this.#transaction, request);
    if (!request.skipsDuplicateCheck && !this.#isRefused()) {
      requireNoDuplicates(basis, modes);
    }
    const customer = await this.#customer(modes.customer);
    const contact = await this.#contact(modes.contact, customer?.id ?? null);
    const opportunity = await this.#opportunity(modes.opportunity, customer?.id ?? null, contact?.id ?? null);
    if (customer === null || this.#isRefused()) {
      throw validationFailed(this.#errors);
    }
    const { convertedOnUtc, movedActivityCount } = await this.#leave(customer, contact, opportunity);
    return {
      leadId: request.leadId,
      status: 'converted',
      customerId: customer.id,
      contactId: contact?.id ?? null,
      opportunityId: opportunity?.id ?? null,
      customerCreated: customer.isNew,
      contactCreated: contact?.isNew ?? false,
      opportunityCreated: opportunity?.isNew ?? false,
      movedActivityCount,
      convertedOnUtc,
    };
  }

  /** The modes for which the caller asks, and those that the preview suggests in the place of the others. */
  #modes(): Readonly<Record<Target, Suggestion>> {
    const { request, basis, rights } = this.#conversion;
    const asked = (target: Target): Suggestion | null => {
      const given = request.targets[target];
      const existingId = given?.mode === 'existing' ? (given.existingId ?? null) : null;
      return given ? { mode: given.mode, existingId } : null;
    };
    const customer = asked('customer') ?? suggestedCustomer(basis.matches);
    return {
      customer,
      contact: asked('contact') ?? suggestedContact(basis.matches, customer.existingId, basis, rights),
      opportunity: asked('opportunity') ?? suggestedOpportunity(rights),
    };
  }

  #isRefused(): boolean {
    return Object.keys(this.#errors).length > 0;
  }

  /** Null where it is refused; the other targets are looked at all the same, for what is wrong with them. */
  async #customer({ mode, existingId }: Suggestion): Promise<WrittenTarget | null> {
    const { customers } = this.#stores;
    if (mode === 'create') {
      return this.#make('customer', customers.transacted, {});
    }
    const stored = await this.#existing('customer', customers.transacted, existingId);
    return stored && this.#fill('customer', customers.transacted, stored, {});
  }

  async #contact({ mode, existingId }: Suggestion, customerId: string | null): Promise<WrittenTarget | null> {
    const { contacts } = this.#stores;
    if (mode === 'none') {
      return null;
    }
    if (mode === 'create') {
      if ((this.#conversion.basis.values.contact['lastName'] ?? null) === null) {
        return this.#refuse('contact.values.lastName', 'A contact needs a last name, and the lead has none.');
      }
      return this.#make('contact', contacts.transacted, { customerId });
    }
    const stored = await this.#existing('contact', contacts.transacted, existingId);
    if (stored === null) {
      return null;
    }
    if (customerId !== null && stored['customerId'] !== null && stored['customerId'] !== customerId) {
      return this.#refuse('contact.contactId', 'The contact belongs to another customer.');
    }
    return this.#fill('contact', contacts.transacted, stored, { customerId });
  }

  async #opportunity(
    { mode }: Suggestion,
    customerId: string | null,
    contactId: string | null,
  ): Promise<WrittenTarget | null> {
    const { leadId } = this.#conversion.request;
    return mode === 'none'
      ? null
      : this.#make('opportunity', this.#stores.opportunities.transacted, { customerId, contactId, leadId });
  }

  async #make<C extends Columns>(
    target: Target,
    store: TransactedRecords<C>,
    links: Values,
  ): Promise<WrittenTarget | null> {
    const { request, lead, basis } = this.#conversion;
    const ownerUserId = request.ownerUserId ?? lead['ownerUserId'];
    const values = basis.values[target];
    const owned = { ...values, ...links, ownerUserId: values['ownerUserId'] ?? ownerUserId };
    // The contract and the mapping know the members of the target.
    const input = owned as unknown as RecordInput<C>;
    const id = await this.#below(target, values, () => store.create(this.#transaction, input, { isCopied: true }));
    return id === null ? null : { id, isNew: true };
  }

  async #existing<C extends Columns>(
    target: Target,
    store: TransactedRecords<C>,
    id: string | null,
  ): Promise<Values | null> {
    const stored = id === null ? null : await store.find(this.#transaction, id);
    return (
      stored ??
      this.#refuse(
        `${target}.${target}Id`,
        `There is no ${target} with this id, or ${callerIn(this.#transaction.context)} may not see it.`,
      )
    );
  }

  async #fill<C extends Columns>(
    target: Target,
    store: TransactedRecords<C>,
    stored: Values,
    links: Values,
  ): Promise<WrittenTarget | null> {
    const { request, basis } = this.#conversion;
    const changes = filled(stored, basis.values[target], request.overwritesExisting);
    const id = String(stored['id']);
    const whole = { ...stored, customFields: undefined, ...changes, ...links };
    // The stored values have the members of the definition, and the changes are of the same.
    const input = whole as unknown as RecordInput<C>;
    const done = await this.#below(target, changes, () =>
      store.update(this.#transaction, id, input, { isCopied: true }),
    );
    return done && { id, isNew: false };
  }

  /** Null where the record is refused: its errors are kept by their paths in the body. */
  async #below<T>(target: Target, written: Values, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed' || !error.errors) {
        // A conflict ends the transaction, and what is wrong with the body comes before it.
        const isConflict = error instanceof AppError && error.status === 409;
        throw isConflict && this.#isRefused() ? validationFailed(this.#errors) : error;
      }
      const given = this.#conversion.request.targets[target]?.values ?? {};
      const pathOf = (member: string): string => `${target}.values.${givenPath(member, written, given)}`;
      for (const [member, messages] of Object.entries(error.errors)) {
        this.#errors[pathOf(member)] = messages;
      }
      return null;
    }
  }

  #refuse(path: string, message: string): null {
    this.#errors[path] = [message];
    return null;
  }

  /** The lead's last change, and what goes from it to the records that it became. */
  async #leave(
    customer: WrittenTarget,
    contact: WrittenTarget | null,
    opportunity: WrittenTarget | null,
  ): Promise<Pick<ConversionResult, 'convertedOnUtc' | 'movedActivityCount'>> {
    const { leadId, movesActivities } = this.#conversion.request;
    const contactId = contact?.id ?? null;
    const became = { leadId, customerId: customer.id, contactId, opportunityId: opportunity?.id ?? null };
    const convertedOn = this.#transaction.nextStamp();
    await this.#transaction.change(convertLead, became, convertedOn);
    const moved = movesActivities ? await this.#transaction.change(moveActivities, became) : [];
    const links = { leadId, contactId, customerId: contact ? null : customer.id };
    await this.#transaction.change(mergeMembers, links);
    await this.#transaction.change(dropMembers, links);
    await this.#transaction.change(repointMembers, links);
    return { convertedOnUtc: this.#transaction.utc(convertedOn), movedActivityCount: moved.length };
  }
}

/** A strong match of a record that is to be made may be the same one. */
function requireNoDuplicates({ matches }: ConversionBasis, modes: Readonly<Record<Target, Suggestion>>): void {
  const targets = ['customer', 'contact'] as const;
  if (targets.some((target) => modes[target].mode === 'create' && matches[target].some(isStrong))) {
    throw new AppError(
      'duplicate_found',
      'There are records that may be the same; take one of them as existing, or send skipDuplicateCheck.',
      { data: { customerMatches: shownMatches(matches.customer), contactMatches: shownMatches(matches.contact) } },
    );
  }
}
