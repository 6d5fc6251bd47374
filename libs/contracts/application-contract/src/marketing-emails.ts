import { keysOf } from '@rapport/kernel';
import { endpoint, idempotencyKeyHeader } from '@rapport/http-contract';
import { shownMembers, takenMembers } from '@rapport/members';
import { emailSendTypes, emailSuppliers, kinds, marketingStatuses } from '@rapport/kinds';
import { enumParameter, namedList } from '@rapport/members/fields';
import { z } from 'zod';
import { createdHeaders, guid } from './answers.ts';
import { byId, readEndpoints } from './crud-endpoints.ts';
import { kindSearch } from './kind-search.ts';
import { mailFile } from './mail-file.ts';
import { recordTimes } from './record-times.ts';
import { stateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

const { called, members } = kinds.marketingEmails;

const item = z
  .object({ id: z.uuid(), ...shownMembers(members), ...shownMembers(recordTimes) })
  .omit({ description: true })
  .meta({ id: 'SearchMaktEmailDto' });

const shown = item.extend({ description: members.description.shown }).meta({ id: 'MaktEmailDto' });

const taken = takenMembers(members);

/** The members of mails on this surface, for their store. */
export const marketingEmails = {
  answers: 'id',
  shows: keysOf(shown.shape),
  items: keysOf(item.shape),
  writes: [...keysOf(taken), 'fileName', 'status'],
} as const;

/** A new mail is due at once or a draft; steps lead from there. */
const newStatuses = namedList('NewMarketingStatus', ['draft', 'scheduled']);
const label = 'A label; nothing is looked up by it.';

/** In the spelling of the interface, which names them in the query. */
const parameters = {
  Code: taken.code.describe(label),
  Name: taken.name,
  Description: taken.description,
  Subject: taken.subject.describe('It may have the placeholders of the file.'),
  From: taken.from.describe('One of the verified senders of the tenant, where the mail becomes due.'),
  DisplayName: taken.displayName.describe('The name beside From.'),
  TemplateId: taken.templateId.describe('An earlier mail, whose file is the body of one without a file of its own.'),
  TemplateName: taken.templateName.describe(label),
  SegmentId: taken.segmentId.describe('The campaign whose members get the mail.'),
  SegmentName: taken.segmentName.describe(label),
  FilePath: taken.filePath.describe('A label; no path is opened.'),
  AppointmentDate: taken.appointmentDate.describe('When a mail of the type scheduled is due: a time with its zone.'),
  Supplier: enumParameter(emailSuppliers).describe('A mail that is due needs smtp; the others are kept for drafts.'),
  SendType: enumParameter(emailSendTypes).describe(
    'immediate is due at once, scheduled at AppointmentDate; test is one mail to the caller; recurring is kept for drafts.',
  ),
  Status: enumParameter(newStatuses).describe(
    'Left out it is draft. scheduled makes the mail due, and needs the permission marketingEmails.send beside.',
  ),
} satisfies Readonly<Record<Capitalize<keyof typeof taken | 'status'>, z.ZodType>>;

const search = kindSearch(kinds.marketingEmails, 'MaktEmail', {
  status: { field: 'status', operator: 'in' },
  supplier: { field: 'supplier', operator: 'eq' },
  sendType: { field: 'sendType', operator: 'eq' },
});

const reads = holding('marketingEmails.read', 'read');
const group = {
  group: 'maktemail',
  singular: 'MaktEmail',
  called,
  access: holding('marketingEmails.write', 'write'),
} as const;
const found = readEndpoints({ ...group, reads, search }, byId, shown, item);

/** Mails to the members of a campaign. */
export const marketingEmailContract = {
  createMaktEmail: endpoint({
    operationId: 'createMaktEmail',
    method: 'post',
    path: '/api/v1/maktemail/create',
    access: group.access,
    tags: [group.group],
    summary: `Create ${called.one}`,
    envelope: 'apiResult',
    description: 'What a mail needs is asked where it becomes due; a draft may lack all of it.',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    query: z.object(parameters),
    file: mailFile,
    success: { status: 200, body: guid, headers: createdHeaders },
    errors: ['plan_limit_reached', 'email_unverified', 'idempotency_key_reused', 'idempotency_in_progress'],
  }),
  searchMaktEmail: found.search,
  getMaktEmail: found.get,
  setMaktEmailStatus: stateEndpoint(
    {
      ...group,
      states: marketingStatuses,
      errors: ['email_unverified'],
      summary:
        'Bring a marketing e-mail into a status; into scheduled and sending it takes marketingEmails.send beside',
    },
    'status',
  ),
};
