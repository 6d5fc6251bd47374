import { choice, defineByColumns, figure, file, looseReference, text, time } from '@rapport/records';
import { campaigns } from './campaigns.ts';

const resource = { name: 'marketing_emails', number: 10, table: 'marketing_email' };
const seenBy = 'everybody';

/**
 * Mails to the members of a campaign, which every caller of the tenant sees. Names of segment and template are what the
 * caller calls them.
 */
export const marketingEmails = defineByColumns({
  resource,
  columns: {
    code: text(),
    name: text(),
    description: text(),
    subject: text(),
    from: text(),
    displayName: text(),
    templateId: looseReference({ resource, seenBy }),
    templateName: text(),
    segmentId: looseReference(campaigns),
    segmentName: text(),
    filePath: text(),
    fileName: text(),
    file: file(),
    appointmentDate: time(),
    supplier: text(),
    sendType: text(),
    status: choice('draft'),
    recipientCount: counted('recipients'),
    sentCount: counted('sent'),
    openedCount: untracked(),
    clickedCount: untracked(),
    bouncedCount: counted('bounced'),
    unsubscribedCount: counted('unsubscribed'),
    inDoubtCount: counted('in_doubt'),
  },
  seenBy,
  states: {
    member: 'status',
    from: {
      draft: ['scheduled', 'cancelled'],
      scheduled: ['draft', 'cancelled'],
      sending: ['paused', 'cancelled'],
      sent: [],
      paused: ['sending', 'cancelled'],
      cancelled: [],
      failed: ['scheduled'],
    },
    permitted: {
      permission: 'marketingEmails.send',
      from: ['draft', 'failed', 'paused'],
      to: ['scheduled', 'sending'],
    },
  },
  search: { texts: ['code', 'name', 'subject'], indexed: ['status', 'supplier', 'sendType', 'segmentId'] },
});

/** A count that is written with each outcome. It is 0 before the mail is first due. */
function counted(column: string) {
  const found = `(select ${column} from tenant.marketing_sending where mail_id = record.id)`;
  return figure<number>('integer', () => `coalesce(${found}, 0)`);
}

/** Null where nothing is tracked. */
function untracked() {
  return figure<number | null>('integer', () => 'null::integer');
}
