import { newId } from '@rapport/kernel';
import type { ConversionRequest } from '@rapport/lead-conversion';
import { changesOf, itemOf, type Body, type ExpectedItems, type ModelItemBody } from './expected-items.ts';
import type { ModelActivities } from './model-activities.ts';
import { createdId, type RecordWriter } from './record-writer.ts';

/** The records that a lead became. */
interface Converted {
  readonly convertedCustomerId: string;
  readonly convertedContactId: string;
  readonly convertedOpportunityId: string;
}

/** Conversions of leads with an activity, a note and a membership. */
export class ModelConversions {
  readonly #writer: RecordWriter;
  readonly #expected: ExpectedItems;
  readonly #activities: ModelActivities;

  constructor(writer: RecordWriter, expected: ExpectedItems, activities: ModelActivities) {
    this.#writer = writer;
    this.#expected = expected;
    this.#activities = activities;
  }

  /** The lead's empty members fill the customer's. */
  async into(customerId: string, name: string, campaignId: string): Promise<void> {
    await this.#convert(name, campaignId, (leadId) => {
      const customer = { mode: 'existing', existingId: customerId } as const;
      return { leadId, targets: { ...making, customer }, ...plainly };
    });
  }

  async anew(name: string, campaignId: string): Promise<void> {
    await this.#convert(name, campaignId, (leadId) => ({
      ...{ leadId, targets: { ...making, customer: { mode: 'create' } }, ...plainly },
    }));
  }

  /** The way of the older operation, which takes the lead alone. */
  async asSuggested(name: string, campaignId: string): Promise<void> {
    await this.#convert(name, campaignId, null);
  }

  async #convert(
    companyName: string,
    campaignId: string,
    requestOf: ((leadId: string) => ConversionRequest) | null,
  ): Promise<void> {
    const { conversion, application, members } = this.#writer.surfaces;
    const lead = { firstName: 'Ali', lastName: 'Veli', companyName, website: `https://${newId()}.example` };
    const id = createdId(await this.#writer.write((person, key) => application.leads.create(person, lead, key)));
    const moved = [
      await this.#activities.make('Before', { leadId: id, customerId: null, outcome: 'Agreed' }),
      await this.#activities.make('Said', { leadId: id, customerId: null, activityType: 'note', description: 'So' }),
    ];
    const addition = { campaignId, contactIds: [], leadIds: [id], customerIds: [], status: null };
    await this.#writer.write((person) => members.add(person, addition));
    const request = requestOf?.(id);
    await this.#writer.write(async (person, key) =>
      request
        ? conversion.execute(person, request, allRights, key)
        : conversion.executeAsSuggested(person, id, allRights),
    );
    const { body, encoding } = await this.#writer.write((person) => application.leads.get(person, id));
    // The text is the record that the surface shows.
    const converted = JSON.parse(Buffer.from(body, encoding).toString()) as Converted;
    this.#expect(id, lead, moved, converted);
  }

  #expect(leadId: string, lead: Body, moved: readonly string[], converted: Converted): void {
    const { convertedCustomerId: customerId, convertedContactId, convertedOpportunityId } = converted;
    const expect = (id: string, members: Body, item: ModelItemBody): void => {
      this.#expected.wrote(id, members);
      this.#expected.expect('conversion', customerId, item);
    };
    for (const id of moved) {
      this.#expected.expect('conversion', customerId, this.#activities.itemOf(id), this.#expected.madeAt(id));
    }
    const { companyName: name, website } = lead;
    const known = this.#expected.bodyOf(customerId);
    if ('name' in known) {
      const item = itemOf('customerUpdated', customerId, known['name']);
      expect(customerId, { website }, { ...item, changes: changesOf(known, { website }) });
    } else {
      expect(customerId, { name, website }, itemOf('customerCreated', customerId, name));
    }
    expect(convertedContactId, { customerId }, itemOf('contactAdded', convertedContactId, 'Ali Veli'));
    const opportunity = itemOf('opportunityCreated', convertedOpportunityId, name);
    expect(convertedOpportunityId, { customerId, name }, opportunity);
    const ids = Object.entries({ ...converted }).filter(([member]) => shownIds.has(member));
    const changes = {
      ...Object.fromEntries(ids.map(([member, id]) => [member, [null, id]])),
      ...{ status: ['new', 'converted'], convertedOnUtc: [null, 'a time'] },
    };
    expect(leadId, {}, { ...itemOf('leadConverted', leadId, 'Ali Veli'), changes });
  }
}

const allRights = { has: () => true, require: () => undefined };
const making = { contact: { mode: 'create' }, opportunity: { mode: 'create' } } as const;
const plainly = { overwritesExisting: false, movesActivities: true, skipsDuplicateCheck: true } as const;
const shownIds = new Set(['convertedCustomerId', 'convertedContactId', 'convertedOpportunityId']);
