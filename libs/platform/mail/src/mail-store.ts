import { erased, type Sql, statement, type TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Mail } from './mail.ts';

/** A mail that this process holds for a while. */
export interface ClaimedMail {
  readonly id: string;
  readonly content: Mail;
  readonly attempts: number;
  readonly ageMs: number;
}

/** The mails of persons, or of tenants, that wait to be sent. */
export interface WaitingMails {
  readonly isOfTenants: boolean;
  readonly count: number;
  /** Of the oldest one. */
  readonly ageSeconds: number;
}

export interface NewMail extends Mail {
  readonly id: string;
}

/** The statements of mails. */
export class MailStore {
  async insert(context: CallContext, sql: Sql, mail: NewMail, tenantId?: string): Promise<void> {
    const { id, ...content } = mail;
    const row = { id, to: mail.to, content: JSON.stringify(content) };
    await sql.query(
      context,
      tenantId === undefined ? insertMail.with(row) : insertMailOfTenant.with({ ...row, tenantId }),
    );
  }

  async claim(context: CallContext, sql: Sql, claimMs: number): Promise<ClaimedMail | undefined> {
    const [row] = await sql.query<ClaimedMail>(context, claimMail.with({ claimMs }));
    return row;
  }

  async noteSent(context: CallContext, sql: Sql, id: string): Promise<void> {
    await sql.query(context, noteSent.with({ id }));
  }

  async noteFailed(
    context: CallContext,
    sql: Sql,
    failed: { id: string; problem: string; againInMs: number },
  ): Promise<void> {
    await sql.query(context, noteFailed.with(failed));
  }

  async giveUp(context: CallContext, sql: Sql, id: string, problem: string): Promise<void> {
    await sql.query(context, giveUp.with({ id, problem }));
  }

  async waiting(context: CallContext, sql: Sql): Promise<WaitingMails[]> {
    return sql.query<WaitingMails>(context, countWaiting);
  }

  async purge(context: CallContext, sql: Sql): Promise<void> {
    await sql.query(context, purge);
  }
}

export const mailTables: readonly TenantTable[] = [erased('control.mail')];

const insertMail = statement(
  'mail_insert',
  `insert into control.mail (id, recipient, content) values (:id, :to, :content::jsonb)`,
);

// A mail stands behind those of its tenant that wait, and in line with the first of the others'. So tenants take turns, however many
// mails each has, and one that begins later is not behind all that others have. Two in one place are no harm.
const insertMailOfTenant = statement(
  'mail_insert_of_tenant',
  `insert into control.mail (id, recipient, content, tenant_id, place)
values (:id, :to, :content::jsonb, :tenantId, greatest(1,
  (select max(place) + 1 from control.mail where tenant_id = :tenantId and place > 0),
  (select min(place) from control.mail where content is not null and place > 0)))`,
);

// Holds one mail that is due and that no process holds, for the claim's time. Two processes never hold the same mail, and neither
// waits for the other. Mails of persons go first, then those of tenants by turns, then those of tenants that were tried before, so
// addresses at which a server takes nothing hold up no first attempt.
const claimMail = statement(
  'mail_claim',
  `update control.mail set due_on = clock_timestamp() + :claimMs::int * interval '1 millisecond', attempts = attempts + 1,
  place = case when tenant_id is null then 0 end
where id = (select id from control.mail where content is not null and due_on <= now()
  order by place, due_on limit 1 for update skip locked)
returning id, content, attempts, (extract(epoch from clock_timestamp() - created_on) * 1000)::float8 as "ageMs"`,
);

// A sent mail is kept nowhere, because there may be a link in it.
const noteSent = statement(
  'mail_note_sent',
  `update control.mail set sent_on = clock_timestamp(), content = null, problem = null
where id = :id and content is not null`,
);

const noteFailed = statement(
  'mail_note_failed',
  `update control.mail set problem = :problem, due_on = clock_timestamp() + :againInMs::int * interval '1 millisecond'
where id = :id and content is not null`,
);

const giveUp = statement(
  'mail_give_up',
  `update control.mail set given_up_on = clock_timestamp(), content = null, problem = :problem
where id = :id and content is not null`,
);

const countWaiting = statement(
  'mail_waiting',
  `select tenant_id is not null as "isOfTenants", count(*)::int as count,
  extract(epoch from clock_timestamp() - min(created_on))::float8 as "ageSeconds"
from control.mail where content is not null group by 1`,
);

const purge = statement(
  'mail_purge',
  `delete from control.mail where content is null and ended_on < clock_timestamp() - interval '30 days'`,
);
