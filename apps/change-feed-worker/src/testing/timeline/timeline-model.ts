import type { TestDatabases } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import { ModelActivities } from './model-activities.ts';
import { ModelAddresses } from './model-addresses.ts';
import { ModelCampaigns } from './model-campaigns.ts';
import { ModelConversions } from './model-conversions.ts';
import { changesOf, ExpectedItems, itemOf, type Body, type ModelItem } from './expected-items.ts';
import { RecordWriter, type Author } from './record-writer.ts';

/** Writes records, one after the other, and keeps what their timelines must hold then. */
export class TimelineModel {
  readonly activities: ModelActivities;
  readonly addresses: ModelAddresses;
  readonly campaigns: ModelCampaigns;
  readonly conversions: ModelConversions;
  readonly #writer: RecordWriter;
  readonly #expected: ExpectedItems;
  readonly #deleted = new Set<string>();

  constructor(databases: TestDatabases, caller: RequestContext) {
    const writer = new RecordWriter(databases, caller);
    const [person, client] = [writer.callers.application.actor.userId, writer.callers.public.actor.userId];
    const expected = new ExpectedItems({
      ...{ application: person, conversion: person, sending: person },
      ...{ public: client, batch: client },
    });
    this.#writer = writer;
    this.#expected = expected;
    this.activities = new ModelActivities(writer, expected);
    this.addresses = new ModelAddresses(writer, expected);
    this.campaigns = new ModelCampaigns(writer, expected);
    this.conversions = new ModelConversions(writer, expected, this.activities);
  }

  /** The items of customers that are there, and the last ones of the others; without those of mails. */
  get items(): ModelItem[] {
    return this.#expected.inOrder.filter(
      ({ customerId, itemType }) => !this.#deleted.has(customerId) || itemType === 'customerDeleted',
    );
  }

  /** The types of the items, each with the surfaces that caused one. */
  get caused(): string[] {
    return this.#expected.caused;
  }

  /** Of a deleted customer only the last item is certain. */
  isDeleted(customerId: string): boolean {
    return this.#deleted.has(customerId);
  }

  async customer(by: Author, name: string): Promise<string> {
    const id = await this.#make(by, 'customers', { name });
    this.#expected.expect(by, id, itemOf('customerCreated', id, name));
    return id;
  }

  async changeCustomer(by: Author, id: string, members: Body): Promise<void> {
    const { before, after } = await this.#change(by, 'customers', id, members);
    const changes = changesOf(before, members);
    if (changes !== null) {
      this.#expected.expect(by, id, { ...itemOf('customerUpdated', id, after['name']), changes });
    }
  }

  async deleteCustomer(by: 'application' | 'public', id: string): Promise<void> {
    const { surfaces, callers } = this.#writer;
    await this.#writer.remove(() => surfaces[by].customers.delete(callers[by], id));
    this.#deleted.add(id);
    this.#expected.wrote(id, {});
    this.#expected.expect(by, id, itemOf('customerDeleted', id, this.#expected.bodyOf(id)['name']));
  }

  async contact(by: Author, body: Body & { readonly customerId: string | null }): Promise<string> {
    const id = await this.#make(by, 'contacts', body);
    this.#expected.expect(by, body.customerId, itemOf('contactAdded', id, body['lastName']));
    return id;
  }

  /** Contacts of these customers, in one batch. */
  async contactsTogether(customerIds: readonly string[]): Promise<void> {
    const bodies = customerIds.map((customerId) => ({ lastName: 'Er', customerId, externalId: newId() }));
    for (const [index, id] of (await this.#writer.makeTogether('contacts', bodies)).entries()) {
      const body = bodies[index];
      this.#expected.wrote(id, { ...body });
      this.#expected.expect('batch', body?.customerId, itemOf('contactAdded', id, 'Er'));
    }
  }

  async changeContact(by: Author, id: string, members: Body): Promise<void> {
    const { before, after } = await this.#change(by, 'contacts', id, members);
    if (before['customerId'] !== after['customerId']) {
      this.#expected.expect(by, after['customerId'], itemOf('contactAdded', id, after['lastName']));
    }
  }

  async opportunity(by: Author, name: string, customerId: string): Promise<string> {
    const id = await this.#make(by, 'opportunities', { name, customerId });
    this.#expected.expect(by, customerId, itemOf('opportunityCreated', id, name));
    return id;
  }

  async changeOpportunity(by: Author, id: string, members: Body): Promise<void> {
    const { before, after } = await this.#change(by, 'opportunities', id, members);
    if (before['customerId'] !== after['customerId']) {
      this.#expected.expect(by, after['customerId'], itemOf('opportunityCreated', id, after['name']));
    }
  }

  async stepOpportunity(id: string, [stage, probability]: readonly [string, number]): Promise<void> {
    const { opportunities } = this.#writer.surfaces.application;
    await this.#writer.write((person) => opportunities.step(person, id, stage, { permissions: [] }));
    const body = this.#expected.bodyOf(id);
    const [before = 'prospecting', had = 10] = [body['stage'], body['probability']];
    this.#expected.wrote(id, { stage, probability });
    if (before !== stage) {
      this.#expected.expect('application', body['customerId'], {
        ...itemOf('opportunityStageChanged', id, body['name']),
        summary: `${String(before)} -> ${stage}`,
        changes: { stage: [before, stage], probability: [had, probability] },
      });
    }
  }

  async #make(by: Author, kind: 'customers' | 'contacts' | 'opportunities', given: Body): Promise<string> {
    const body = by === 'batch' ? { ...given, externalId: newId() } : given;
    const id = await this.#writer.make(by, kind, body);
    this.#expected.wrote(id, body);
    return id;
  }

  async #change(by: Author, kind: 'customers' | 'contacts' | 'opportunities', id: string, members: Body) {
    const before = this.#expected.bodyOf(id);
    const after: Body = { ...before, ...members };
    await this.#writer.change(by, kind, id, after);
    this.#expected.wrote(id, members);
    return { before, after };
  }
}
