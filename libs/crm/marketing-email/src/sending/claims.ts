import { statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { transferMs } from '@rapport/mail';

/** A recipient that this process alone hands over. */
export interface ClaimedRecipient {
  readonly number: number;
  readonly address: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly attempts: number;
  /** The claim's own time, by which its note is known from that of another one. */
  readonly claimedUntil: string;
}

/** The fate of a recipient. */
export interface Outcome extends Pick<ClaimedRecipient, 'number' | 'claimedUntil'> {
  /** One that waits is tried again after the pause. */
  readonly state: 'sent' | 'bounced' | 'waiting' | 'inDoubt';
  readonly pauseMs: number;
  /** Whether the recipient itself was refused, by which its pauses grow. */
  readonly isCounted: boolean;
  /** Whether the address gets no mail of the tenant any more. */
  readonly isRefused: boolean;
  readonly problem: string | null;
}

/** Claims of recipients. Each claim is committed before its mail is handed over, and one that no outcome follows is in doubt for ever. */
export class Claims {
  readonly claimMs: number;

  constructor(claimMs: number) {
    this.claimMs = claimMs;
  }

  /** Recipients whose turn has come, while the mail is being sent. Those that are out by now get nothing. */
  async take(
    context: CallContext,
    sql: TenantSql,
    mailId: string,
    { most, bytes }: { readonly most: number; readonly bytes: number },
  ): Promise<ClaimedRecipient[]> {
    const claimMs = this.claimMs + transferMs(bytes);
    return sql.query<ClaimedRecipient>(context, takeClaims.with({ mailId, most, claimMs }));
  }

  /** Notes outcomes of claims that are still this process's own. */
  async note(context: CallContext, sql: TenantSql, mailId: string, outcomes: readonly Outcome[]): Promise<void> {
    const each = <K extends keyof Outcome>(name: K): Outcome[K][] => outcomes.map((outcome) => outcome[name]);
    const given = {
      ...{ numbers: each('number'), states: each('state'), pausesMs: each('pauseMs'), areCounted: each('isCounted') },
      ...{ areRefused: each('isRefused'), problems: each('problem'), claimedUntil: each('claimedUntil') },
    };
    await sql.query(context, noteOutcomes.with({ mailId, isAnswered: outcomes.some(isAnswered), ...given }));
  }

  /** Notes that the server took nothing at all. It gives how often in a row. */
  async noteFailure(context: CallContext, sql: TenantSql, mailId: string): Promise<number> {
    const [row] = await sql.query<{ failures: number }>(context, countFailure.with({ mailId }));
    return row?.failures ?? 1;
  }

  /** The claims of a process that did not live to note their outcome. It gives how many. */
  async loseOld(context: CallContext, sql: TenantSql, mailId: string): Promise<number> {
    const lost = await sql.query(context, loseClaims.with({ mailId }));
    return lost.length;
  }
}

/** Whether the server said something of the recipient or of the mail, and not of itself alone. */
export function isAnswered({ state, isCounted }: Outcome): boolean {
  return state !== 'waiting' || isCounted;
}

// Two processes never claim the same recipient. Who was refused for now comes first, so that a long list keeps no
// second try waiting. Names are kept while a recipient waits.
const takeClaims = statement(
  'mailing_claims_take',
  `with sending as materialized (select from tenant.marketing_email where id = :mailId::uuid and status = 'sending'),
again as materialized (
  select number from tenant.marketing_recipient
  where mail_id = :mailId and state = 'waiting' and attempts > 0 and due_on <= now() and exists (select from sending)
  order by due_on limit :most::int for update skip locked
),
next as materialized (
  select number from tenant.marketing_recipient
  where mail_id = :mailId and state = 'waiting' and due_on <= now() and exists (select from sending)
  order by due_on, number limit :most - (select count(*) from again) for update skip locked
),
judged as materialized (
  select number, number > 0 and (
    exists (select from tenant.marketing_suppression where marketing_suppression.address_key = recipient.address_key)
    or exists (select from tenant.contact where contact.email_key = recipient.address_key and contact.email_opt_out)
    or exists (select from tenant.contact where contact.id = recipient.contact_id and contact.email_opt_out)
    or not exists (select from tenant.campaign_member member where member.number = recipient.number and member.status <> 'optedOut')
  ) as is_out
  from tenant.marketing_recipient recipient where mail_id = :mailId and number = any (array(select number from again union all select number from next))
),
gone as (
  update tenant.marketing_recipient set state = 'out', first_name = null, last_name = null, company_name = null
  where mail_id = :mailId and number = any (array(select number from judged where is_out))
  returning number
),
claimed as (
  update tenant.marketing_recipient set state = 'claimed',
    claimed_until = clock_timestamp() + :claimMs::int * interval '1 millisecond', tried_on = coalesce(tried_on, clock_timestamp())
  where mail_id = :mailId and number = any (array(select number from judged where not is_out))
  returning number, address, first_name, last_name, company_name, attempts, claimed_until
),
counted as (
  update tenant.marketing_sending set recipients = recipients - (select count(*) from gone)
  where mail_id = :mailId and exists (select from gone)
)
select number, address, first_name as "firstName", last_name as "lastName", company_name as "companyName", attempts,
  claimed_until::text as "claimedUntil"
from claimed order by number`,
);

// A recipient that is not claimed any more, or by another claim, keeps what it is: a note that comes twice gives no
// other claim away. One that was refused for now for a day has bounced; that day stands still while its try is due and
// does not come, because the server takes nothing from us or the mail is paused. The member is told of a mail that was
// sent, and of a mailbox that is gone: what was said of this mail leaves it. The customer's timeline tells the first
// hand-over.
const noteOutcomes = statement(
  'mailing_claims_note',
  `with given as (
  select * from unnest(:numbers::int[], :states::text[], :pausesMs::int[], :areCounted::boolean[], :areRefused::boolean[], :problems::text[], :claimedUntil::timestamptz[])
    as given (number, said, pause, is_counted, is_refused, problem, claim)
),
outcome as materialized (
  select given.*,
    case when said = 'waiting' and is_counted and tried_on < due_on - interval '24 hours' then 'bounced' else said end as state
  from given join tenant.marketing_recipient using (number) where mail_id = :mailId::uuid
),
noted as (
  update tenant.marketing_recipient recipient set state = outcome.state, claimed_until = null,
    due_on = clock_timestamp() + outcome.pause * interval '1 millisecond',
    attempts = attempts + outcome.is_counted::int, problem = outcome.problem,
    tried_on = case when outcome.said = 'waiting' then least(tried_on + (clock_timestamp() - due_on), clock_timestamp()) else tried_on end,
    is_untold = recipient.number > 0 and (outcome.state = 'sent' or outcome.is_refused),
    first_name = case when outcome.state = 'waiting' then first_name end, last_name = case when outcome.state = 'waiting' then last_name end,
    company_name = case when outcome.state = 'waiting' then company_name end
  from outcome where recipient.mail_id = :mailId and recipient.number = outcome.number and recipient.state = 'claimed'
    and recipient.claimed_until = outcome.claim
  returning recipient.address, recipient.address_key, recipient.customer_id, recipient.state, outcome.is_refused
),
refused as (
  insert into tenant.marketing_suppression (address, address_key, reason) select address, address_key, 'refused' from noted where is_refused
  on conflict do nothing
),
told as (
  insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title, actor)
  select distinct on (noted.customer_id) noted.customer_id, clock_timestamp(), uuidv7(), 'marketingEmail', :mailId,
    coalesce(mail.name, mail.subject), sending.made_due_by
  from noted, tenant.marketing_email mail, tenant.marketing_sending sending
  where noted.state = 'sent' and mail.id = :mailId and sending.mail_id = :mailId
    and exists (select from tenant.customer where customer.id = noted.customer_id)
  on conflict do nothing
)
update tenant.marketing_sending set
  sent = sent + (select count(*) from noted where state = 'sent'),
  bounced = bounced + (select count(*) from noted where state = 'bounced'),
  in_doubt = in_doubt + (select count(*) from noted where state = 'inDoubt'),
  failures = case when :isAnswered::boolean then 0 else failures end
where mail_id = :mailId`,
);

const countFailure = statement(
  'mailing_count_failure',
  'update tenant.marketing_sending set failures = failures + 1 where mail_id = :mailId::uuid returning failures',
);

const loseClaims = statement(
  'mailing_claims_lose',
  `with lost as (
  update tenant.marketing_recipient
  set state = 'inDoubt', claimed_until = null, first_name = null, last_name = null, company_name = null
  where mail_id = :mailId::uuid and state = 'claimed' and claimed_until < now()
  returning number
),
counted as (
  update tenant.marketing_sending set in_doubt = in_doubt + (select count(*) from lost)
  where mail_id = :mailId and exists (select from lost)
)
select number from lost`,
);
