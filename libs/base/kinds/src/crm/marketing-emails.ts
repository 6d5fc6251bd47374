import { choice, choiceOr, line, readOnly, sender, text, time } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { z } from 'zod';
import { campaigns } from './campaigns.ts';
import { kind } from './kind/kind.ts';
import { itself, weakReference } from './kind/relations.ts';
import type { Steps } from './kind/states.ts';

export const marketingStatuses = namedList('MarketingStatus', [
  'draft',
  'scheduled',
  'sending',
  'sent',
  'paused',
  'cancelled',
  'failed',
]);

/** The sender alone begins with a mail that is due, and ends it as sent or failed. */
const steps: Steps<typeof marketingStatuses> = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['draft', 'cancelled'],
  sending: ['paused', 'cancelled'],
  sent: [],
  paused: ['sending', 'cancelled'],
  cancelled: [],
  failed: ['scheduled'],
};

export const emailSuppliers = namedList('EmailSupplier', [
  'smtp',
  'sendGrid',
  'mailgun',
  'amazonSes',
  'mailchimp',
  'other',
]);
export const emailSendTypes = namedList('EmailSendType', ['immediate', 'scheduled', 'recurring', 'test']);

/** A draft may lack all that a mail needs when it is due. Names of segment and template are what the caller calls them. */
export const marketingEmails = kind({
  resource: { name: 'marketing_emails', number: 10, table: 'marketing_email' },
  called: { one: 'a marketing e-mail', many: 'marketing e-mails' },
  about: 'Mails to the members of a campaign.',
  seenBy: 'everybody',
  members: {
    code: text(50),
    name: text(200),
    description: text(4_000),
    subject: line(200),
    from: sender(),
    displayName: line(200),
    templateId: weakReference(itself).describe('Null where the mail that it names is gone.'),
    templateName: text(200),
    segmentId: weakReference(campaigns).describe('The campaign whose members get the mail; null where it is gone.'),
    segmentName: text(200),
    filePath: text(200),
    fileName: text(200).readOnly().describe('The name of the file, null without one.'),
    appointmentDate: time(),
    supplier: choice(emailSuppliers),
    sendType: choice(emailSendTypes),
    status: choiceOr(marketingStatuses, 'draft').readOnly(),
    recipientCount: counted(),
    sentCount: counted(),
    openedCount: untracked(),
    clickedCount: untracked(),
    bouncedCount: counted(),
    unsubscribedCount: counted(),
    inDoubtCount: counted().describe(
      'Recipients of whom nobody can say whether they got it; it is never sent to them again.',
    ),
  },
  states: {
    member: 'status',
    from: steps,
    permitted: {
      permission: 'marketingEmails.send',
      from: ['draft', 'failed', 'paused'],
      to: ['scheduled', 'sending'],
    },
  },
  search: {
    words: ['code', 'name', 'subject'],
    filters: ['status', 'supplier', 'sendType', 'code', 'name', 'segmentId'],
    sorts: ['name', 'appointmentDate'],
  },
});

function counted() {
  return readOnly(z.int());
}

function untracked() {
  return readOnly(z.int().nullable().describe('Null where nothing is tracked.'));
}
