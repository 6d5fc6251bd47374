import { statement } from '@rapport/database';
import type { RecordTransaction } from '@rapport/records';

/** Has the turns of the tenant look at a mail that the transaction has brought into a state in which it is due. */
export async function makeDue(transaction: RecordTransaction, id: string): Promise<void> {
  await transaction.query(callForTurn.with({ id, userId: transaction.context.actor.userId }));
}

/** Has a turn forget the recipients of a mail that the transaction has cancelled; one that never was due has none. */
export async function callForLastTurn(transaction: RecordTransaction, id: string): Promise<void> {
  await transaction.query(callForEnd.with({ id }));
}

/** A turn of the tenant that is under way has another one behind it. */
const calledBy = (mails: string): string =>
  `insert into cell.mailing_turn as turn (tenant, due_on) select :tenant, due_on from ${mails}
on conflict (tenant) do update set due_on = least(turn.due_on, excluded.due_on), calls = turn.calls + 1`;

const callForEnd = statement(
  'mailing_call_for_end',
  `with ended as (update tenant.marketing_sending set due_on = clock_timestamp() where mail_id = :id::uuid returning due_on)
${calledBy('ended')}`,
);

/**
 * The mail has a time, and so has the tenant's next turn: a turn that is under way sees that another one was called
 * for. A mail that begins anew gathers its recipients anew.
 */
const callForTurn = statement(
  'mailing_call_for_turn',
  `with mail as (
  select id, status, case when status = 'scheduled' and send_type = 'scheduled' then appointment_date else clock_timestamp() end as due_on
  from tenant.marketing_email where id = :id::uuid
),
due as (
  insert into tenant.marketing_sending as sending (mail_id, made_due_by, due_on) select id, :userId::uuid, due_on from mail
  on conflict (mail_id) do update set made_due_by = excluded.made_due_by, due_on = excluded.due_on, failures = 0,
    gathered_to = case when (select status from mail) = 'sending' then sending.gathered_to end
)
${calledBy('mail')}`,
);
