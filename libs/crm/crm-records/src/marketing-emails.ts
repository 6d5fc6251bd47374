import { kinds } from '@rapport/kinds';
import { computed, defineRecords } from '@rapport/records';

export const marketingEmails = defineRecords(kinds.marketingEmails, {
  indexed: ['status', 'supplier', 'sendType', 'segmentId'],
  computed: {
    recipientCount: counted('recipients'),
    sentCount: counted('sent'),
    openedCount: untracked(),
    clickedCount: untracked(),
    bouncedCount: counted('bounced'),
    unsubscribedCount: counted('unsubscribed'),
    inDoubtCount: counted('in_doubt'),
  },
});

/** A count that is written with each outcome. It is 0 before the mail is first due. */
function counted(column: string) {
  const found = `(select ${column} from tenant.marketing_sending where mail_id = record.id)`;
  return computed<number>('integer', () => `coalesce(${found}, 0)`);
}

/** Null where nothing is tracked. */
function untracked() {
  return computed<number | null>('integer', () => 'null::integer');
}
