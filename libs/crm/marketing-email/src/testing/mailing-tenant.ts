import { campaigns, marketingEmails } from '@rapport/crm-records';
import { statement, type Database, type Sent } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { addressKey, newId, type RequestContext, type TenantRef } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { SteppedRecords, RecordTransactions } from '@rapport/records';
import { MarketingEmailService, type MarketingEmailInput } from '../marketing-email-service.ts';

export interface MailCounts {
  readonly status: string;
  readonly recipientCount: number;
  readonly sentCount: number;
  readonly bouncedCount: number;
  readonly inDoubtCount: number;
}

/** The most bytes of a tenant's files. */
export const fileBytesMax = 2_000_000;

/** A tenant whose people make mails, with campaigns to send them to. */
export class MailingTenant {
  readonly tenant: TenantRef;
  readonly context: RequestContext;
  readonly mails: MarketingEmailService;
  readonly #store: SteppedRecords<typeof marketingEmails.columns>;
  readonly #owner: Database;

  private constructor(tenant: TenantRef, people: Database, owner: Database) {
    const needs = { database: people, all: [campaigns, marketingEmails] };
    const members = ['name', 'subject', 'from', 'templateId', 'segmentId', 'fileName', 'appointmentDate'] as const;
    this.tenant = tenant;
    this.context = callerOf(tenant);
    this.#owner = owner;
    this.#store = new SteppedRecords(
      marketingEmails,
      {
        shows: ['id', 'status', 'recipientCount', 'sentCount', 'bouncedCount', 'inDoubtCount'],
        writes: [...members, 'supplier', 'sendType', 'status'],
        items: ['id'],
        answers: 'id',
      },
      needs,
    );
    this.mails = new MarketingEmailService(this.#store, new RecordTransactions({ database: people }), {
      suppliers: ['smtp'],
      fileBytesMax,
    });
  }

  static async create(databases: TestDatabases, people: Database, owner: Database): Promise<MailingTenant> {
    const id = newId();
    await owner.control.query(untraced, addCell);
    const [row] = await owner.control.query<{ number: number }>(untraced, addTenant.with({ id }));
    const tenant = { id, number: row?.number ?? 0, cell: 'cell' };
    await databases.createTenant(tenant.number);
    const made = new MailingTenant(tenant, people, owner);
    await made.ask(addSender);
    return made;
  }

  ask<R extends object>(sent: Sent): Promise<R[]> {
    return this.#owner.tenant(this.tenant).query<R>(this.context, sent);
  }

  /** A campaign whose members are contacts with these addresses, each of a customer of its own. */
  async campaign(addresses: readonly (string | null)[], company = 'Company'): Promise<string> {
    const addressKeys = addresses.map((address) => address && addressKey(address));
    const [row] = await this.ask<{ id: string }>(addCampaign.with({ addresses, addressKeys, company }));
    return row?.id ?? '';
  }

  /** A mail that is due at once. */
  async send(segmentId: string | null, more: MarketingEmailInput = {}): Promise<string> {
    const { result } = await this.mails.create(this.context, {
      subject: 'News',
      from: 'news@example.com',
      supplier: 'smtp',
      sendType: 'immediate',
      segmentId,
      fileName: 'a.html',
      file: Buffer.from('<p>Hello</p>'),
      status: 'scheduled',
      ...more,
    });
    return result;
  }

  async step(id: string, state: string): Promise<void> {
    await this.mails.step(this.context, id, state, ['marketingEmails.send']);
  }

  async read(id: string): Promise<MailCounts> {
    return JSON.parse((await this.#store.get(this.context, id)).body) as MailCounts;
  }

  /** The states of the recipients and of their members, by address. */
  states(id: string): Promise<{ address: string; recipient: string; member: string }[]> {
    return this.ask(findStates.with({ id }));
  }

  async become(state: 'active' | 'suspended' | 'cancelled'): Promise<void> {
    const lifecycle = state === 'suspended' ? 'suspended' : 'active';
    const status = state === 'cancelled' ? 'ended' : 'active';
    await this.#owner.control.query(untraced, setState.with({ ...this.tenant, lifecycle, status }));
  }
}

const untraced = { trace: { traceId: 'test', traceparent: '' } };
const addCell = statement(
  'test_mailing_cell',
  `insert into control.cell (name) values ('cell') on conflict do nothing`,
);
const addTenant = statement(
  'test_mailing_tenant',
  `with t as (
    insert into control.tenant (id, name, cell, state) values (:id, 'A tenant', 'cell', 'active') returning id, number
  ), s as (insert into control.subscription (tenant_id, plan_code) select id, 'professional' from t)
  select number from t`,
);
const setState = statement(
  'test_mailing_state',
  `with tenant as (update control.tenant set state = :lifecycle where id = :id)
  update control.subscription set status = :status where tenant_id = :id`,
);
const addSender = statement(
  'test_mailing_sender',
  `insert into tenant.marketing_sender (address, address_key) values ('news@example.com', 'news@example.com')`,
);
const addCampaign = statement(
  'test_mailing_campaign',
  `with campaign as (
  insert into tenant.campaign (id, name, version, created_on, last_modified_on) values (uuidv7(), 'A', 1, now(), now()) returning id
),
person as (
  select uuidv7() as contact, uuidv7() as customer, address, address_key, place
  from unnest(:addresses::text[], :addressKeys::text[]) with ordinality as given (address, address_key, place)
),
customers as (
  insert into tenant.customer (id, code, name, version, created_on, last_modified_on)
  select customer, 'C-' || customer, :company || ' ' || place, 1, now(), now() from person
),
contacts as (
  insert into tenant.contact (id, customer_id, first_name, last_name, email, email_key, version, created_on, last_modified_on)
  select contact, customer, 'First', 'Last ' || place, address, address_key, 1, now(), now() from person
),
members as (
  insert into tenant.campaign_member (id, campaign_id, contact_id, version, created_on, last_modified_on)
  select uuidv7(), campaign.id, contact, 1, now(), now() from campaign, person order by place
)
select id from campaign`,
);
const findStates = statement(
  'test_mailing_states',
  `select recipient.address, recipient.state as recipient, member.status as member from tenant.marketing_recipient recipient
   left join tenant.campaign_member member on member.number = recipient.number where mail_id = :id::uuid order by recipient.address`,
);
