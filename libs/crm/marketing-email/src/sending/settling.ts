import { campaignMembers, marketingEmails } from '@rapport/crm-records';
import { statement, type Database } from '@rapport/database';
import { lives, type CallContext, type TenantRef } from '@rapport/kernel';
import { changeMany } from '@rapport/records';
import { underStamp, type StampedSql } from '../stamped.ts';

/** Tells the campaign's members and the mail itself what became of the recipients, a chunk under one stamp. */
export class Settling {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * A mail that has an outcome for each recipient is sent. It rests, as one does that is not being sent, once all members are told
   * and no names are left.
   */
  async settle(context: CallContext, tenant: TenantRef, mail: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const isAllTold = await this.#tellMembers(context, sql, mail);
      if (isAllTold) {
        const finished = await sql.change(context, finishMail, [mail]);
        if (finished.length > 0) {
          await sql.query(context, keepFileOn, [mail]);
        }
        await sql.query(context, rest, [mail, chunkMax]);
      }
    });
  }

  async #tellMembers(context: CallContext, sql: StampedSql, mail: string): Promise<boolean> {
    const untold = await sql.query<{ number: number; state: string }>(context, findUntold, [mail, chunkMax]);
    if (untold.length > 0) {
      const [sent, bounced] = ['sent', 'bounced'].map((state) =>
        untold.filter((one) => one.state === state).map(({ number }) => number),
      );
      await sql.change(context, changeMembers, [sent, bounced]);
      await sql.query(context, noteTold, [mail, untold.map(({ number }) => number)]);
    }
    return untold.length < chunkMax;
  }
}

const chunkMax = 300;

const findUntold = statement(
  'mailing_find_untold',
  'select number, state from tenant.marketing_recipient where mail_id = $1::uuid and is_untold order by number limit $2',
);

const noteTold = statement(
  'mailing_note_told',
  'update tenant.marketing_recipient set is_untold = false where mail_id = $1::uuid and number = any ($2::int[])',
);

/** A member's state goes forward only. $1 of its own are the numbers of members to which the mail was sent, then of those that bounced. */
const changeMembers = changeMany(
  campaignMembers,
  {
    name: 'mailing_change_members',
    where: (own) => `record.number = any (${own(1)}::int[]) and record.status = 'added'
      or record.number = any (${own(2)}::int[]) and record.status in ('added', 'sent')`,
  },
  (own) => ({ status: `case when record.number = any (${own(1)}) then 'sent' else 'bounced' end` }),
);

/** $1 of its own is the mail. */
const finishMail = changeMany(
  marketingEmails,
  {
    name: 'mailing_finish',
    where: (own) => `record.id = ${own(1)}::uuid and record.status = 'sending'
      and not exists (select from tenant.marketing_recipient where mail_id = record.id and state = 'waiting')
      and not exists (select from tenant.marketing_recipient where mail_id = record.id and state = 'claimed')`,
  },
  () => ({ status: `'sent'` }),
);

/** The purge takes the file of a mail that was sent so long ago. $1 mail */
const keepFileOn = statement(
  'mailing_keep_file_on',
  `update tenant.marketing_file set kept_until = now() + interval '${lives.sentFile}' where mail_id = $1::uuid`,
);

// A mail with open claims does not rest: they are lost some day. Nor does one of which another process has noted an outcome meanwhile,
// because no later turn would tell that member. Recipients that a mail leaves waiting at its end go, with their names; one that another
// process claims meanwhile stays, so a mail rests a turn after none was left. The tenant's lock keeps the mail from becoming due meanwhile.
// $1 mail $2 recipients at most
const rest = statement(
  'mailing_rest',
  `with mail as (select status from tenant.marketing_email where id = $1::uuid and status not in ('scheduled', 'sending')),
left_waiting as materialized (
  select number from tenant.marketing_recipient
  where mail_id = $1 and state = 'waiting' and (select status from mail) <> 'paused' limit $2
),
forgotten as (
  delete from tenant.marketing_recipient
  where mail_id = $1 and state = 'waiting' and number = any (array(select number from left_waiting))
)
update tenant.marketing_sending set due_on = null where mail_id = $1 and exists (select from mail)
  and not exists (select from left_waiting)
  and not exists (select from tenant.marketing_recipient where mail_id = $1 and state = 'claimed')
  and not exists (select from tenant.marketing_recipient where mail_id = $1 and is_untold)`,
);
