import { statement, type Database } from '@rapport/database';
import { addressKey, type CallContext, type TenantRef } from '@rapport/kernel';
import { changeMany } from '@rapport/records';
import type { Logger } from '@rapport/telemetry';
import { findLacking, type Lacking } from '../due-check.ts';
import { marketingEmails } from '@rapport/crm-records';
import { underStamp } from '../stamped.ts';
import type { ClaimedRecipient } from './claims.ts';
import type { DueMail } from './due-mail.ts';

/** Brings a mail whose time has come to the point from which its recipients are claimed. */
export class Gathering {
  readonly #database: Database;
  readonly #logger: Logger;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  /** A chunk of the recipients, which are found in the order of their members' numbers; after the last one the mail begins. */
  async step(context: CallContext, tenant: TenantRef, mail: DueMail): Promise<void> {
    const isGathered = await this.#gather(context, tenant, mail);
    if (isGathered) {
      await this.#begin(context, tenant, mail.id);
    }
  }

  async #gather(context: CallContext, tenant: TenantRef, mail: DueMail): Promise<boolean> {
    const sql = this.#database.tenant(tenant);
    if (mail.gatheredTo === null) {
      // Recipients that were gathered before a caller took the mail back.
      const left = await sql.query(context, deleteRecipients.with({ ...mail, chunkMax }));
      if (left.length > 0) {
        return false;
      }
    }
    if (mail.sendType === 'test') {
      const asked = findUser.with({ tenantId: tenant.id, userId: mail.madeDueBy });
      const [user] = await this.#database.control.query<{ address: string; name: string }>(context, asked);
      if (user) {
        const { address, name } = user;
        await sql.query(context, addUser.with({ ...mail, address, addressKey: addressKey(address), ...namesOf(name) }));
      }
      return true;
    }
    const [chunk] = await sql.query<{ members: number }>(context, gatherMembers.with({ ...mail, chunkMax }));
    return chunk !== undefined && chunk.members < chunkMax;
  }

  /** A mail that lacks something by now has failed, and nothing of it is sent. One that was taken back meanwhile stays as it is. */
  async #begin(context: CallContext, tenant: TenantRef, id: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const [row] = await sql.query<Lacking>(context, findLacking.with({ id, suppliers }));
      const lacking = (row?.lacking ?? []).filter((need) => need !== 'appointmentDate');
      const state = lacking.length === 0 ? 'sending' : 'failed';
      const begun = await sql.change(context, beginMail, { id, state });
      if (begun.length === 0) {
        return;
      }
      if (state === 'sending') {
        await sql.query(context, countRecipients.with({ id }));
      } else {
        this.#logger.warn(
          { traceId: context.trace.traceId, tenantId: tenant.id, mail: id, lacking },
          'a mail lacks what it needs and has failed',
        );
      }
    });
  }
}

function namesOf(name: string): Pick<ClaimedRecipient, 'firstName' | 'lastName'> {
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  return { firstName: words.join(' ') || null, lastName: last || null };
}

const chunkMax = 5_000;
/** A worker that sends is configured for this one. */
const suppliers = ['smtp'];

// A mail that another process has gathered further meanwhile, or that is not due any more, changes no more here.
const gathered = `gathering as materialized (
  select mail_id from tenant.marketing_sending where mail_id = :id::uuid and gathered_to is not distinct from :gatheredTo::int
    and (select status from tenant.marketing_email where id = :id) = 'scheduled' for update
)`;

const deleteRecipients = statement(
  'mailing_recipients_delete',
  `with ${gathered}
delete from tenant.marketing_recipient where mail_id = (select mail_id from gathering) and number = any (array(
  select number from tenant.marketing_recipient where mail_id = :id and state = 'waiting' limit :chunkMax))
returning number`,
);

const findUser = statement(
  'mailing_find_user',
  `select identity.email as address, membership.name from control.membership
join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId::uuid and membership.id = :userId::uuid and membership.is_active`,
);

const addUser = statement(
  'mailing_gather_user',
  `insert into tenant.marketing_recipient (mail_id, number, address, address_key, first_name, last_name)
values (:id::uuid, 0, :address, :addressKey, :firstName, :lastName) on conflict do nothing`,
);

// Of the members that have one address the one with the lowest number is kept, because chunks come in that order and so
// do the rows of one. A chunk that is gathered twice adds nothing.
const gatherMembers = statement(
  'mailing_gather_members',
  `with ${gathered},
members as materialized (
  select number, status, contact_id, lead_id, customer_id from tenant.campaign_member
  where campaign_id = (select segment_id from tenant.marketing_email where id = (select mail_id from gathering))
    and number > coalesce(:gatheredTo::int, 0) order by number limit :chunkMax::int
),
addressed as (
  select members.number, coalesce(contact.email, lead.email, customer.email) as address,
    coalesce(contact.email_key, lead.email_key, customer.email_key) as address_key,
    coalesce(contact.first_name, lead.first_name) as first_name, coalesce(contact.last_name, lead.last_name) as last_name,
    coalesce(company.name, lead.company_name, customer.name) as company_name,
    members.contact_id, coalesce(contact.customer_id, members.customer_id) as customer_id
  from members
  left join tenant.contact on contact.id = members.contact_id
  left join tenant.lead on lead.id = members.lead_id
  left join tenant.customer on customer.id = members.customer_id
  left join tenant.customer company on company.id = contact.customer_id
  where members.status not in ('optedOut', 'bounced')
),
added as (
  insert into tenant.marketing_recipient (mail_id, number, address, address_key, first_name, last_name, company_name, contact_id, customer_id)
  select :id, number, address, address_key, first_name, last_name, company_name, contact_id, customer_id from addressed
  where address is not null and not exists (select from tenant.marketing_suppression where marketing_suppression.address_key = addressed.address_key)
    and not exists (select from tenant.contact where contact.email_key = addressed.address_key and contact.email_opt_out)
  order by number
  on conflict do nothing
)
update tenant.marketing_sending set gathered_to = coalesce((select max(number) from members), gathered_to, 0)
where mail_id = (select mail_id from gathering)
returning (select count(*)::int from members) as members`,
);

const beginMail = changeMany(
  marketingEmails,
  { name: 'mailing_begin', where: `record.id = :id::uuid and record.status = 'scheduled'` },
  { status: ':state::text' },
);

const countRecipients = statement(
  'mailing_count_recipients',
  `update tenant.marketing_sending set recipients = (select count(*) from tenant.marketing_recipient where mail_id = :id::uuid and state = 'waiting')
where mail_id = :id`,
);
