import { campaignMembers, contacts } from '@rapport/crm-records';
import { statement, type Database } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';
import { isGoing, type LifecycleState } from '@rapport/kinds';
import { changeMany } from '@rapport/records';
import { underStamp, type StampedSql } from '../stamped.ts';
import { suppress } from './suppression-list.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

/** A recipient takes the address that a mail went to off all mails of the tenant, in a suspended tenant too. */
export class Unsubscribing {
  readonly #database: Database;
  readonly #links: UnsubscribeLinks;

  constructor(database: Database, links: UnsubscribeLinks) {
    this.#database = database;
    this.#links = links;
  }

  /** The name of the organisation whose mail holds the link; undefined where the link is not good, and 404 where its tenant is deleted. */
  async organisationOf(context: CallContext, token: string): Promise<string | undefined> {
    return (await this.#find(context, token))?.organisation;
  }

  /** The name, once the address is taken off. A link that was used before, and that of a test, changes nothing. */
  async unsubscribe(context: CallContext, token: string): Promise<string | undefined> {
    const subscription = await this.#find(context, token);
    if (subscription && subscription.address !== null) {
      await this.#takeOff(context, { ...subscription, address: subscription.address });
    }
    return subscription?.organisation;
  }

  /** The signature is looked at before any database is asked. */
  async #find(context: CallContext, token: string): Promise<Subscription | undefined> {
    const linked = this.#links.read(token);
    const [tenant] = linked ? await this.#database.control.query<NamedTenant>(context, findTenant.with(linked)) : [];
    if (!linked || !tenant) {
      return undefined;
    }
    if (isGoing(tenant.state)) {
      throw new AppError('not_found', 'The organisation whose mail held this link is gone, and sends no more mails.');
    }
    const { mailId, number } = linked;
    const [recipient] = await this.#database
      .tenant(tenant)
      .query<Pick<Subscription, 'address' | 'addressKey'>>(context, findRecipient.with({ mailId, number }));
    return recipient && { tenant, organisation: tenant.name, mailId, number, ...recipient };
  }

  /**
   * The address is suppressed first, which waits for no lock of the tenant and is what claims look at. The rest is one
   * transaction, unless many contacts have the address: then each holds the tenant's lock for a chunk of them. The last one
   * counts, so after a failure the same link goes on.
   */
  async #takeOff(context: CallContext, subscription: Subscribed): Promise<void> {
    const { tenant } = subscription;
    await this.#database.tenant(tenant).query(context, suppress.with({ ...subscription, reason: 'unsubscribed' }));
    for (let hasMore = true; hasMore;) {
      hasMore = await underStamp(context, this.#database, tenant, async (sql) => {
        const changed = await takeOffChunk(context, sql, subscription);
        if (changed < chunkMax) {
          await sql.query(context, countOnce.with(subscription));
        }
        return changed === chunkMax;
      });
    }
  }
}

interface NamedTenant extends TenantRef {
  readonly name: string;
  readonly state: LifecycleState;
}

interface Subscription {
  readonly tenant: TenantRef;
  readonly organisation: string;
  readonly mailId: string;
  readonly number: number;
  /** Null where nothing is left to take off. */
  readonly address: string | null;
  readonly addressKey: string;
}

interface Subscribed extends Subscription {
  readonly address: string;
}

/** The contacts that were changed. Doing it again changes nothing more. */
async function takeOffChunk(context: CallContext, sql: StampedSql, subscription: Subscribed) {
  await sql.change(context, optMemberOut, subscription);
  return (await sql.change(context, optContactsOut, subscription)).length;
}

const chunkMax = 300;

const findTenant = statement(
  'unsubscribe_tenant',
  'select id, number, cell, name, state from control.tenant where number = :tenantNumber',
);

/** No row where the mail has no such recipient. The one recipient of a test has the number 0. */
const findRecipient = statement(
  'unsubscribe_recipient',
  `select case when number > 0 and not is_unsubscribed then address end as address, address_key as "addressKey"
   from tenant.marketing_recipient where mail_id = :mailId::uuid and number = :number`,
);

/** The member may be gone. */
const optMemberOut = changeMany(
  campaignMembers,
  { name: 'campaign_members_opt_out', where: 'record.number = :number::int' },
  { status: `'optedOut'` },
);

const optContactsOut = changeMany(
  contacts,
  {
    name: 'contacts_opt_out',
    where: `record.id = any (array(select contact.id from tenant.contact
      where contact.email_key = :addressKey::text and not contact.email_opt_out limit ${chunkMax}))`,
  },
  { emailOptOut: 'true' },
);

/**
 * The tenant's lock keeps two requests from counting twice. The row of the recipient is locked before that of its mail,
 * as everywhere.
 */
const countOnce = statement(
  'unsubscribe_count',
  `with marked as (
  update tenant.marketing_recipient set is_unsubscribed = true
  where mail_id = :mailId::uuid and number = :number and not is_unsubscribed returning mail_id
)
update tenant.marketing_sending set unsubscribed = unsubscribed + 1 where mail_id in (select mail_id from marked)`,
);
