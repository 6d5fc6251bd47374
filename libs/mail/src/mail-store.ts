import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Mail } from './mail.ts';

/** A mail that this process holds for a while. */
export interface ClaimedMail {
  readonly id: string;
  readonly content: Mail;
  readonly attempts: number;
  readonly ageMs: number;
}

/** What waits to be sent. */
export interface WaitingMails {
  readonly count: number;
  /** Of the oldest one; 0 where none waits. */
  readonly ageSeconds: number;
}

/** The statements of mails. */
export class MailStore {
  async insert(context: CallContext, sql: Sql, { id, ...content }: Mail & { readonly id: string }): Promise<void> {
    await sql.query(context, insertMail, [id, content.to, JSON.stringify(content)]);
  }

  async claim(context: CallContext, sql: Sql, claimMs: number): Promise<ClaimedMail | undefined> {
    const [row] = await sql.query<ClaimedMail>(context, claimMail, [claimMs]);
    return row;
  }

  async noteSent(context: CallContext, sql: Sql, id: string): Promise<void> {
    await sql.query(context, noteSent, [id]);
  }

  async noteFailed(
    context: CallContext,
    sql: Sql,
    { id, problem, againInMs }: { id: string; problem: string; againInMs: number },
  ): Promise<void> {
    await sql.query(context, noteFailed, [id, problem, againInMs]);
  }

  async giveUp(context: CallContext, sql: Sql, id: string, problem: string): Promise<void> {
    await sql.query(context, giveUp, [id, problem]);
  }

  async waiting(context: CallContext, sql: Sql): Promise<WaitingMails> {
    const [row] = await sql.query<WaitingMails>(context, countWaiting);
    return row ?? { count: 0, ageSeconds: 0 };
  }

  async purge(context: CallContext, sql: Sql): Promise<void> {
    await sql.query(context, purge);
  }
}

const insertMail = statement(
  'mail_insert',
  `insert into control.mail (id, recipient, content) values ($1, $2, $3::jsonb)`,
);

// Holds one mail that is due and that no process holds, for the claim's time. Two processes never hold the same mail.
// $1 milliseconds
const claimMail = statement(
  'mail_claim',
  `update control.mail m set due_on = clock_timestamp() + $1::int * interval '1 millisecond', attempts = m.attempts + 1
where m.id = (select id from control.mail where content is not null and due_on <= clock_timestamp()
  order by due_on limit 1 for update skip locked)
returning m.id, m.content, m.attempts,
  (extract(epoch from clock_timestamp() - m.created_on) * 1000)::float8 as "ageMs"`,
);

// What was sent is kept nowhere, because there may be a link in it.
const noteSent = statement(
  'mail_note_sent',
  `update control.mail set sent_on = clock_timestamp(), content = null, problem = null
where id = $1 and content is not null`,
);

// $1 mail $2 problem $3 milliseconds
const noteFailed = statement(
  'mail_note_failed',
  `update control.mail set problem = $2, due_on = clock_timestamp() + $3::int * interval '1 millisecond'
where id = $1 and content is not null`,
);

const giveUp = statement(
  'mail_give_up',
  `update control.mail set given_up_on = clock_timestamp(), content = null, problem = $2
where id = $1 and content is not null`,
);

const countWaiting = statement(
  'mail_waiting',
  `select count(*)::int as count,
  coalesce(extract(epoch from clock_timestamp() - min(created_on)), 0)::float8 as "ageSeconds"
from control.mail where content is not null`,
);

const purge = statement(
  'mail_purge',
  `delete from control.mail where content is null and ended_on < clock_timestamp() - interval '30 days'`,
);
