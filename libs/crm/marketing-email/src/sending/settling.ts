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
  async settle(context: CallContext, tenant: TenantRef, mailId: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const isAllTold = await this.#tellMembers(context, sql, mailId);
      if (isAllTold) {
        const finished = await sql.change(context, finishMail, { mailId });
        if (finished.length > 0) {
          await sql.query(context, keepFileOn.with({ mailId }));
        }
        await sql.query(context, rest.with({ mailId, chunkMax }));
      }
    });
  }

  async #tellMembers(context: CallContext, sql: StampedSql, mailId: string): Promise<boolean> {
    const untold = await sql.query<{ number: number; state: string }>(context, findUntold.with({ mailId, chunkMax }));
    if (untold.length > 0) {
      const [sent, bounced] = ['sent', 'bounced'].map((state) =>
        untold.filter((one) => one.state === state).map(({ number }) => number),
      );
      await sql.change(context, changeMembers, { sent, bounced });
      await sql.query(context, noteTold.with({ mailId, numbers: untold.map(({ number }) => number) }));
    }
    return untold.length < chunkMax;
  }
}

const chunkMax = 300;

const findUntold = statement(
  'mailing_find_untold',
  'select number, state from tenant.marketing_recipient where mail_id = :mailId::uuid and is_untold order by number limit :chunkMax',
);

const noteTold = statement(
  'mailing_note_told',
  'update tenant.marketing_recipient set is_untold = false where mail_id = :mailId::uuid and number = any (:numbers::int[])',
);

/** A member's state goes forward only. */
const changeMembers = changeMany(
  campaignMembers,
  {
    name: 'mailing_change_members',
    where: `record.number = any (:sent::int[]) and record.status = 'added'
      or record.number = any (:bounced::int[]) and record.status in ('added', 'sent')`,
  },
  { status: `case when record.number = any (:sent) then 'sent' else 'bounced' end` },
);

const finishMail = changeMany(
  marketingEmails,
  {
    name: 'mailing_finish',
    where: `record.id = :mailId::uuid and record.status = 'sending'
      and not exists (select from tenant.marketing_recipient where mail_id = record.id and state = 'waiting')
      and not exists (select from tenant.marketing_recipient where mail_id = record.id and state = 'claimed')`,
  },
  { status: `'sent'` },
);

/** The purge takes the file of a mail that was sent so long ago. */
const keepFileOn = statement(
  'mailing_keep_file_on',
  `update tenant.marketing_file set kept_until = now() + interval '${lives.sentFile}' where mail_id = :mailId::uuid`,
);

// A mail with open claims does not rest: they are lost some day. Nor does one of which another process has noted an
// outcome meanwhile, because no later turn would tell that member. Recipients that a mail leaves waiting at its end
// go, with their names; one that another process claims meanwhile stays, so a mail rests a turn after none was left.
// The tenant's lock keeps the mail from becoming due meanwhile.
const rest = statement(
  'mailing_rest',
  `with mail as (select status from tenant.marketing_email where id = :mailId::uuid and status not in ('scheduled', 'sending')),
left_waiting as materialized (
  select number from tenant.marketing_recipient
  where mail_id = :mailId and state = 'waiting' and (select status from mail) <> 'paused' limit :chunkMax
),
forgotten as (
  delete from tenant.marketing_recipient
  where mail_id = :mailId and state = 'waiting' and number = any (array(select number from left_waiting))
)
update tenant.marketing_sending set due_on = null where mail_id = :mailId and exists (select from mail)
  and not exists (select from left_waiting)
  and not exists (select from tenant.marketing_recipient where mail_id = :mailId and state = 'claimed')
  and not exists (select from tenant.marketing_recipient where mail_id = :mailId and is_untold)`,
);
