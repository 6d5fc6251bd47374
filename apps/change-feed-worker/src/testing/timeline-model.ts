import { activities } from '@rapport/activities';
import { CampaignMemberService } from '@rapport/campaign-members';
import { campaigns } from '@rapport/campaigns';
import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import type { Database } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { opportunities } from '@rapport/opportunities';
import { recordKinds } from '@rapport/record-kinds';
import {
  RecordStore,
  RecordTransactions,
  type Columns,
  type RecordDefinition,
  type RecordInput,
} from '@rapport/records';
import { shippingAddresses, ShippingAddressService } from '@rapport/shipping-addresses';

/** An item as a timeline should have it. */
export interface ModelItem {
  readonly customerId: string;
  readonly itemType: string;
  readonly sourceId: string;
  readonly title: string;
  readonly summary: string | null;
  readonly changes: Readonly<Record<string, readonly unknown[]>> | null;
}

interface Kept extends ModelItem {
  /** The number of the write at which the item stands. */
  readonly at: number;
}

type Body = Record<string, unknown>;

/** Writes records, one after the other, and keeps what their timelines must hold then. */
export class TimelineModel {
  readonly #caller: RequestContext;
  readonly #items: Kept[] = [];
  readonly #bodies = new Map<string, { readonly body: Body; readonly madeAt: number }>();
  readonly #deleted = new Set<string>();
  readonly #stores: ReturnType<typeof storesOf>;
  readonly #addresses: ShippingAddressService;
  readonly #members: CampaignMemberService;
  #writes = 0;

  constructor(database: Database, caller: RequestContext) {
    this.#caller = caller;
    this.#stores = storesOf(database);
    const transactions = new RecordTransactions({ database });
    this.#addresses = new ShippingAddressService(storeOf(shippingAddresses, database), transactions);
    this.#members = new CampaignMemberService(transactions);
  }

  /** Of the customers that are there, each customer's in the order of time. */
  items(): ModelItem[] {
    return this.#items
      .filter(({ customerId }) => !this.#deleted.has(customerId))
      .toSorted((a, b) => (a.customerId < b.customerId ? -1 : a.customerId > b.customerId ? 1 : a.at - b.at))
      .map(({ at: _, ...item }) => item);
  }

  get deleted(): string[] {
    return [...this.#deleted].toSorted();
  }

  async customer(name: string): Promise<string> {
    const id = await this.#make(this.#stores.customers, { name });
    this.#keep({ customerId: id, itemType: 'customerCreated', sourceId: id, title: name });
    return id;
  }

  async changeCustomer(id: string, members: Body): Promise<void> {
    const { before, after } = await this.#change(this.#stores.customers, id, members);
    const changes = Object.entries(members).filter(([member, value]) => (before[member] ?? null) !== value);
    if (changes.length > 0) {
      this.#keep({
        ...{ customerId: id, itemType: 'customerUpdated', sourceId: id, title: String(after['name']) },
        changes: Object.fromEntries(changes.map(([member, value]) => [member, [before[member] ?? null, value]])),
      });
    }
  }

  async deleteCustomer(id: string): Promise<void> {
    await this.#stores.customers.delete(this.#caller, id);
    this.#deleted.add(id);
  }

  async contact(lastName: string, customerId: string | null): Promise<string> {
    const id = await this.#make(this.#stores.contacts, { lastName, customerId });
    this.#comes(customerId, { itemType: 'contactAdded', sourceId: id, title: lastName });
    return id;
  }

  async changeContact(id: string, members: Body): Promise<void> {
    const { before, after } = await this.#change(this.#stores.contacts, id, members);
    const isNew = before['customerId'] !== after['customerId'];
    this.#comes(isNew ? after['customerId'] : null, {
      ...{ itemType: 'contactAdded', sourceId: id, title: String(after['lastName']) },
    });
  }

  async opportunity(name: string, customerId: string): Promise<string> {
    const id = await this.#make(this.#stores.opportunities, { name, customerId });
    this.#comes(customerId, { itemType: 'opportunityCreated', sourceId: id, title: name });
    return id;
  }

  async stepOpportunity(id: string, [stage, probability]: readonly [string, number]): Promise<void> {
    await this.#stores.opportunities.step(this.#caller, id, stage, { permissions: [] });
    const { body } = this.#bodyOf(id);
    const [before = 'prospecting', had = 10] = [body['stage'], body['probability']];
    if (this.#set(id, { stage, probability }) && before !== stage) {
      this.#comes(body['customerId'], {
        ...{ itemType: 'opportunityStageChanged', sourceId: id, title: String(body['name']) },
        summary: `${String(before)} -> ${stage}`,
        changes: { stage: [before, stage], probability: [had, probability] },
      });
    }
  }

  async activity(subject: string, more: Body & { readonly customerId: string | null }): Promise<string> {
    const id = await this.#make(this.#stores.activities, { subject, ...more });
    this.#comes(more.customerId, this.#activityItem(id));
    return id;
  }

  async changeActivity(id: string, members: Body): Promise<void> {
    const { before, after } = await this.#change(this.#stores.activities, id, members);
    if (before['customerId'] !== after['customerId']) {
      this.#comes(after['customerId'], this.#activityItem(id), this.#bodyOf(id).madeAt);
    }
  }

  /** To and fro between the first two states. */
  async stepActivity(id: string): Promise<void> {
    const { body } = this.#bodyOf(id);
    const isBegun = body['isBegun'] === true;
    const [from, to] = isBegun ? ['inProgress', 'plan'] : ['plan', 'inProgress'];
    await this.#stores.activities.step(this.#caller, id, to ?? '', { permissions: [] });
    this.#set(id, { isBegun: !isBegun });
    this.#comes(body['customerId'], {
      ...{
        itemType: 'activityStatusChanged',
        sourceId: id,
        title: String(body['subject']),
        summary: `${from} -> ${to}`,
      },
      changes: { status: isBegun ? [2, 1] : [1, 2] },
    });
  }

  async address(title: string, customerId: string): Promise<string> {
    const { result } = await this.#addresses.create(this.#caller, { ...place, title, customerId });
    this.#set(result.id, { title, customerId });
    this.#comes(customerId, { itemType: 'shippingAddressChanged', sourceId: result.id, title });
    return result.id;
  }

  async changeAddress(id: string, title: string): Promise<void> {
    const { body } = this.#bodyOf(id);
    await this.#addresses.update(this.#caller, id, { ...place, ...body, title });
    this.#set(id, { title });
    this.#comes(body['customerId'], {
      ...{ itemType: 'shippingAddressChanged', sourceId: id, title },
      ...(body['title'] !== title && { changes: { title: [body['title'], title] } }),
    });
  }

  async campaign(name: string): Promise<string> {
    return this.#make(this.#stores.campaigns, { name });
  }

  /** Adds a contact, and lets it respond. */
  async respond(campaignId: string, contactId: string): Promise<void> {
    const lists = { campaignId, contactIds: [contactId], leadIds: [], customerIds: [] };
    const item = { sourceId: campaignId, title: String(this.#bodyOf(campaignId).body['name']) };
    const { customerId } = this.#bodyOf(contactId).body;
    await this.#members.add(this.#caller, { ...lists, status: null });
    this.#set(`${campaignId} ${contactId}`, {});
    this.#comes(customerId, { ...item, itemType: 'campaignMemberAdded' });
    await this.#members.add(this.#caller, { ...lists, status: 'responded' });
    this.#set(`${campaignId} ${contactId}`, {});
    this.#comes(customerId, {
      ...{ ...item, itemType: 'campaignResponse', summary: 'added -> responded' },
      changes: { status: ['added', 'responded'], firstRespondedOnUtc: [null, 'a time'] },
    });
  }

  #activityItem(id: string): Omit<Kept, 'at' | 'customerId' | 'changes'> {
    const { body } = this.#bodyOf(id);
    const isNote = body['activityType'] === 'note';
    const summary = isNote ? body['description'] : body['outcome'];
    return {
      ...{ itemType: isNote ? 'note' : 'activity', sourceId: id, title: String(body['subject']) },
      summary: typeof summary === 'string' ? summary.slice(0, 200) : null,
    };
  }

  async #make<C extends Columns>(store: RecordStore<C>, body: Body): Promise<string> {
    // The bodies are the model's own.
    const id = JSON.parse((await store.create(this.#caller, body as RecordInput<C>)).body) as string;
    this.#set(id, body);
    return id;
  }

  async #change<C extends Columns>(store: RecordStore<C>, id: string, members: Body) {
    const { body: before } = this.#bodyOf(id);
    const after: Body = { ...before, ...members };
    await store.update(this.#caller, id, after as RecordInput<C>);
    this.#set(id, members);
    return { before, after };
  }

  #bodyOf(id: string) {
    return this.#bodies.get(id) ?? { body: {}, madeAt: 0 };
  }

  /** Remembers a write. */
  #set(id: string, members: Body): true {
    this.#writes += 1;
    const known = this.#bodies.get(id);
    this.#bodies.set(id, { body: { ...known?.body, ...members }, madeAt: known?.madeAt ?? this.#writes });
    return true;
  }

  #comes(customerId: unknown, item: Partial<Kept> & Pick<Kept, 'itemType' | 'sourceId' | 'title'>, at?: number): void {
    if (typeof customerId === 'string') {
      this.#keep({ ...item, customerId }, at);
    }
  }

  #keep(item: Partial<Kept> & Pick<Kept, 'customerId' | 'itemType' | 'sourceId' | 'title'>, at = this.#writes): void {
    this.#items.push({ summary: null, changes: null, ...item, at });
  }
}

const place = { addressLine1: 'Moda Cd. 1', city: 'İstanbul', countryCode: 'TR' };

function storesOf(database: Database) {
  return {
    customers: storeOf(customers, database),
    contacts: storeOf(contacts, database),
    opportunities: storeOf(opportunities, database),
    activities: storeOf(activities, database),
    campaigns: storeOf(campaigns, database),
  };
}

/** The records of a kind with every member that a body may have. */
function storeOf<C extends Columns>(definition: RecordDefinition<C>, database: Database): RecordStore<C> {
  const set = new Set(['status', 'stage', 'completedOnUtc', 'closedOnUtc']);
  const own = Object.keys(definition.columns).filter((member) => !definition.columns[member]?.figure);
  const surface = { shows: ['id', ...own] as never, writes: own.filter((member) => !set.has(member)) as never };
  return new RecordStore(definition, { ...surface, answers: 'id' }, { database, all: recordKinds });
}
