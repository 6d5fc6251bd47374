import { statement } from '@rapport/database';

/** A mail at which a turn looks. */
export interface DueMail {
  readonly id: string;
  readonly status: string;
  readonly sendType: string | null;
  readonly madeDueBy: string | null;
  /** The number of the last member that was gathered; null before the first. */
  readonly gatheredTo: number | null;
}

/** The mail whose time came first. A mail that was looked at gets a later time, so the mails of a tenant take turns too. */
export const findDueMail = statement(
  'mailing_find_due',
  `select mail.id, mail.status, mail.send_type as "sendType", sending.made_due_by as "madeDueBy", sending.gathered_to as "gatheredTo"
from tenant.marketing_sending sending join tenant.marketing_email mail on mail.id = sending.mail_id
where sending.due_on <= now() order by sending.due_on limit 1`,
);

/** The next turn of a closed tenant is as late again as its mail is, within bounds. For an open one the bound is 0. */
export const findNextTime = statement(
  'mailing_find_next_time',
  `select greatest(due_on, clock_timestamp() + least(greatest(clock_timestamp() - due_on, interval '5 seconds'),
  :pauseMsMax::int * interval '1 millisecond'))::text as next
from tenant.marketing_sending where due_on is not null order by due_on limit 1`,
);

/**
 * When the mail is looked at again: at once where recipients wait, else when the first of those that were refused for
 * now may be tried again, or when the first claim is lost, but a second later at most where members are to be told. A
 * mail that rests has no time and gets none.
 */
export const scheduleNext = statement(
  'mailing_schedule_next',
  `with next as (select least(
  (select min(due_on) from tenant.marketing_recipient where mail_id = :mailId::uuid and state = 'waiting'
    and (select status from tenant.marketing_email where id = :mailId) in ('scheduled', 'sending')),
  (select min(claimed_until) from tenant.marketing_recipient where mail_id = :mailId and state = 'claimed')) as due_on,
  exists (select from tenant.marketing_recipient where mail_id = :mailId and is_untold) as is_untold
)
update tenant.marketing_sending sending set due_on = greatest(clock_timestamp() + :pauseMs::int * interval '1 millisecond',
  case when is_untold and next.due_on is not null then least(next.due_on, clock_timestamp() + interval '1 second') else next.due_on end)
from next where mail_id = :mailId and sending.due_on is not null`,
);

/** A mail at which a turn failed lets the others of its tenant go first. */
export const postpone = statement(
  'mailing_postpone',
  `update tenant.marketing_sending set due_on = clock_timestamp() + :pauseMs::int * interval '1 millisecond'
where mail_id = :mailId::uuid and due_on is not null`,
);
