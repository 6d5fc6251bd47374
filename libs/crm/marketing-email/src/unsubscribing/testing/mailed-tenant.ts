import { statement, type Database, type Sent } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { addressKey, newId, type CallContext, type TenantRef } from '@rapport/kernel';
import { noteSent } from '../../testing/sent-mail.ts';

export const context: CallContext = {
  trace: { traceId: 'test', traceparent: '00-00000000000000000000000000000001-0000000000000001-00' },
};

export interface ShownContact {
  readonly id: string;
  readonly isOut: boolean;
  readonly version: number;
  readonly customerName: string | null;
}

/** The visible state of a mail and of the address to which it went. */
export interface Seen {
  readonly contacts: readonly ShownContact[];
  readonly members: readonly { readonly number: number; readonly status: string; readonly version: number }[];
  readonly count: number;
  readonly marked: number;
  /** Addresses with their reasons. */
  readonly suppressed: readonly string[];
  /** Rows of the outbox for contacts and members. */
  readonly changes: number;
}

/** A suspended tenant of the name Acme, filled and read by the owner of its schema. */
export class MailedTenant {
  readonly ref: TenantRef;
  readonly #owner: Database;

  private constructor(owner: Database, ref: TenantRef) {
    this.#owner = owner;
    this.ref = ref;
  }

  static async create(databases: TestDatabases, number: number): Promise<MailedTenant> {
    await databases.createTenant(number);
    const tenant = new MailedTenant(databases.connect('rapport_owner', { poolSize: 1 }), {
      id: newId(),
      number,
      cell: 'cell',
    });
    await tenant.#owner.control.query(context, putCell.with(tenant.ref));
    await tenant.#owner.control.query(context, putTenant.with(tenant.ref));
    return tenant;
  }

  async addContact(email: string): Promise<string> {
    const [row] = await this.#query<{ id: string }>(addContact.with({ email, emailKey: addressKey(email) }));
    return row?.id ?? '';
  }

  async addContacts(email: string, count: number): Promise<void> {
    await this.#query(addContacts.with({ email, count, emailKey: addressKey(email) }));
  }

  /** The number of a new member of a new campaign. */
  async addMember(contactId: string, status = 'sent'): Promise<number> {
    const [row] = await this.#query<{ number: number }>(addMember.with({ contactId, status }));
    return row?.number ?? 0;
  }

  async addRecipient(mailId: string, number: number, address: string): Promise<void> {
    await noteSent(context, this.#owner.tenant(this.ref), { mailId, number, address });
  }

  async refuse(address: string): Promise<void> {
    await this.#query(addRefused.with({ address, addressKey: addressKey(address) }));
  }

  async see(mailId: string, address: string): Promise<Seen> {
    const [row] = await this.#query<{ seen: Seen }>(readSeen.with({ mailId, emailKey: addressKey(address) }));
    if (!row) {
      throw new Error('The statement gives one row.');
    }
    return row.seen;
  }

  /** The contacts with the address that are out, and their changes that the outbox holds. */
  async out(address: string): Promise<{ readonly contacts: number; readonly changes: number } | undefined> {
    const counting = countOut.with({ emailKey: addressKey(address) });
    const [row] = await this.#query<{ contacts: number; changes: number }>(counting);
    return row;
  }

  /** The rows of the outbox on the contacts with the address and on their members. */
  changes(address: string): Promise<object[]> {
    return this.#query(readChanges.with({ emailKey: addressKey(address) }));
  }

  async clock(): Promise<object | undefined> {
    const [row] = await this.#query(readClock);
    return row;
  }

  /** The sessions of the cell that wait for a lock. */
  async waiting(): Promise<number | undefined> {
    const [row] = await this.#query<{ waiting: number }>(countWaiting);
    return row?.waiting;
  }

  audit(): Promise<object[]> {
    return this.#owner.control.query(context, findAudit.with(this.ref));
  }

  #query<R extends object>(sent: Sent): Promise<R[]> {
    return this.#owner.tenant(this.ref).query<R>(context, sent);
  }
}

const putCell = statement('test_put_cell', 'insert into control.cell (name) values (:cell) on conflict do nothing');
const putTenant = statement(
  'test_put_tenant',
  `insert into control.tenant (id, number, name, cell, state) values (:id, :number, 'Acme', :cell, 'suspended')`,
);
const addContact = statement(
  'test_add_contact',
  `with customer as (
    insert into tenant.customer (id, code, name, version, created_on, last_modified_on)
    values (uuidv7(), uuidv7()::text, 'New name', 1, now(), now()) returning id
  )
  insert into tenant.contact (id, customer_id, customer_name, last_name, email, email_key, version, created_on, last_modified_on)
  select uuidv7(), id, 'Former name', 'Ada', :email, :emailKey, 1, now(), now() from customer returning id`,
);
const addContacts = statement(
  'test_add_contacts',
  `insert into tenant.contact (id, last_name, email, email_key, version, created_on, last_modified_on)
   select uuidv7(), 'Ada', :email, :emailKey, 1, now(), now() from generate_series(1, :count)`,
);
const addMember = statement(
  'test_add_member',
  `insert into tenant.campaign_member (id, campaign_id, contact_id, status, version, created_on, last_modified_on)
   values (uuidv7(), uuidv7(), :contactId::uuid, :status, 1, now(), now()) returning number`,
);
const addRefused = statement(
  'test_add_refused',
  `insert into tenant.marketing_suppression (address, address_key, reason) values (:address, :addressKey, 'refused')`,
);
const readClock = statement('test_read_clock', 'select last_value::text as at from tenant.clock');
const readSeen = statement(
  'test_read_seen',
  `with mine as (
    select id, email_opt_out, version, customer_name from tenant.contact where email_key = :emailKey
  ), members as (
    select id, number, status, version from tenant.campaign_member where contact_id in (select id from mine)
  )
  select jsonb_build_object(
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'isOut', email_opt_out, 'version', version,
      'customerName', customer_name) order by id), '[]') from mine),
    'members', (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'status', status, 'version', version)
      order by number), '[]') from members),
    'count', (select unsubscribed from tenant.marketing_sending where mail_id = :mailId::uuid),
    'marked', (select count(*) from tenant.marketing_recipient where mail_id = :mailId::uuid and is_unsubscribed),
    'suppressed', (select coalesce(jsonb_agg(address || ' ' || reason), '[]') from tenant.marketing_suppression
      where address_key = :emailKey),
    'changes', (select count(*) from cell.outbox where tenant = :tenant
      and record_id in (select id from mine union all select id from members))) as seen`,
);
const countOut = statement(
  'test_count_out',
  `select count(*)::int as contacts, count(change.record_id)::int as changes
   from tenant.contact left join cell.outbox change on change.record_id = contact.id
   where contact.email_key = :emailKey and contact.email_opt_out`,
);
const readChanges = statement(
  'test_read_changes',
  `select change.resource::int, change.changes, change.occurred_on = coalesce(contact.last_modified_on, member.last_modified_on) as "isStamp"
   from cell.outbox change
   left join tenant.contact contact on contact.id = change.record_id
   left join tenant.campaign_member member on member.id = change.record_id
   where contact.email_key = :emailKey
     or member.contact_id in (select id from tenant.contact where email_key = :emailKey)
   order by change.resource`,
);
const countWaiting = statement(
  'test_count_waiting',
  `select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
   where datname = current_database() and not granted`,
);
const findAudit = statement(
  'test_find_audit',
  `select event, subject from control.audit where tenant_id = :id order by id`,
);
