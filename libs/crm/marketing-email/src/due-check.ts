import { statement } from '@rapport/database';
import { validationFailed, type FieldErrors } from '@rapport/kernel';
import type { RecordTransaction } from '@rapport/records';

/** Refuses a mail that a transaction has brought into a state in which it is due, and that lacks something for it. */
export async function requireDue(transaction: RecordTransaction, { id, state, suppliers }: DueCheck): Promise<void> {
  const [row] = await transaction.query<Lacking>(findLacking.with({ id, suppliers }));
  const lacking = (row?.lacking ?? []).filter((need) => state === 'scheduled' || need === 'from');
  if (lacking.length > 0) {
    const errors = lacking.map((need) => [memberOf(need), [messages[need]]]);
    throw validationFailed(Object.fromEntries(errors) as FieldErrors);
  }
}

export interface DueCheck {
  readonly id: string;
  readonly state: DueState;
  /** Those that the platform is configured for. */
  readonly suppliers: readonly string[];
}

export interface Lacking {
  readonly lacking: readonly Need[];
}

/** A mail that goes on needs no more than a sender: the rest was asked before it began. */
export type DueState = 'scheduled' | 'sending';

export function isDue(state: string): state is DueState {
  return state === 'scheduled' || state === 'sending';
}

const messages = {
  subject: 'A mail needs a subject before it is due.',
  from: 'This must be a verified sender of the tenant; ask an operator to add the address.',
  supplier: 'This must be a supplier that the platform is configured for; smtp is the only one that it can be.',
  sendType: 'A mail needs this before it is due.',
  recurring: 'A recurring mail is kept as a draft; it never becomes due.',
  segmentId: 'A mail needs a campaign, whose members get it; one of the type test alone has none.',
  appointmentDate: 'This must be a time in the future.',
  file: 'A mail needs a file or a template before it is due.',
  templateId: 'The mail that is the template has no file of its own.',
} as const;

type Need = keyof typeof messages;

function memberOf(need: Need): string {
  return need === 'recurring' ? 'sendType' : need;
}

/** The things that a mail lacks for being due, read behind the tenant's lock. */
export const findLacking = statement(
  'marketing_emails_lacking',
  `select array_remove(array[
     case when mail.subject is null then 'subject' end,
     case when not exists (select from tenant.marketing_sender where address_key = mail.from_address_key) then 'from' end,
     case when not coalesce(mail.supplier = any (:suppliers::text[]), false) then 'supplier' end,
     case when mail.send_type is null then 'sendType' when mail.send_type = 'recurring' then 'recurring' end,
     case when mail.send_type <> 'test' and not exists (select from tenant.campaign where id = mail.segment_id) then 'segmentId' end,
     case when mail.send_type = 'scheduled' and not coalesce(mail.appointment_date > now(), false) then 'appointmentDate' end,
     case when own.mail_id is null and template.id is null then 'file'
          when own.mail_id is null and borrowed.mail_id is null then 'templateId' end
   ], null) as lacking
   from tenant.marketing_email mail left join tenant.marketing_email template on template.id = mail.template_id
     left join tenant.marketing_file own on own.mail_id = mail.id left join tenant.marketing_file borrowed on borrowed.mail_id = template.id
   where mail.id = :id::uuid`,
);
