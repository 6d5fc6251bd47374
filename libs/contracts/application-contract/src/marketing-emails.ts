import {
  byEnum,
  byId as byIdFilter,
  byText,
  commonFilters,
  commonSorts,
  endpoint,
  enumParameter,
  idempotencyKeyHeader,
  idParameter,
  namedList,
  optionalDateTime,
  optionalId,
  optionalLine,
  optionalText,
  searchAnswer,
  searchRequest,
  senderField,
} from '@rapport/http-contract';
import { dateTime, keysOf } from '@rapport/http-contract/members';
import { z } from 'zod';
import { createdHeaders, etagHeader, guid } from './answers.ts';
import { mailFile } from './mail-file.ts';
import { stateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

export const marketingStatuses = namedList('MarketingStatus', [
  'draft',
  'scheduled',
  'sending',
  'sent',
  'paused',
  'cancelled',
  'failed',
]);
const newStatuses = namedList('NewMarketingStatus', ['draft', 'scheduled']);
const suppliers = namedList('EmailSupplier', ['smtp', 'sendGrid', 'mailgun', 'amazonSes', 'mailchimp', 'other']);
const sendTypes = namedList('EmailSendType', ['immediate', 'scheduled', 'recurring', 'test']);

const text = z.string().nullable();
const tracked = z.int().nullable().describe('Null where nothing is tracked.');

const item = z
  .object({
    id: z.uuid(),
    code: text,
    name: text,
    subject: text,
    from: text,
    displayName: text,
    templateId: z.uuid().nullable().describe('Null where the mail that it names is gone.'),
    templateName: text,
    segmentId: z.uuid().nullable().describe('The campaign whose members get the mail; null where it is gone.'),
    segmentName: text,
    filePath: text,
    fileName: text.describe('The name of the file, null without one.'),
    appointmentDate: dateTime().nullable(),
    supplier: z.enum(suppliers).nullable(),
    sendType: z.enum(sendTypes).nullable(),
    status: z.enum(marketingStatuses),
    recipientCount: z.int(),
    sentCount: z.int(),
    openedCount: tracked,
    clickedCount: tracked,
    bouncedCount: z.int(),
    unsubscribedCount: z.int(),
    inDoubtCount: z
      .int()
      .describe('Recipients of whom nobody can say whether they got it; it is never sent to them again.'),
    createdOnUtc: dateTime(),
    lastModifiedOnUtc: dateTime(),
  })
  .meta({ id: 'SearchMaktEmailDto' });

const shown = item.extend({ description: text }).meta({ id: 'MaktEmailDto' });

/** The members of mails on this surface, for their store. */
export const marketingEmails = {
  answers: 'id',
  shows: keysOf(shown.shape),
  items: keysOf(item.shape),
  writes: [
    ...(['code', 'name', 'description', 'subject', 'from', 'displayName', 'templateId', 'templateName'] as const),
    ...(['segmentId', 'segmentName', 'filePath', 'fileName', 'file', 'appointmentDate'] as const),
    ...(['supplier', 'sendType', 'status'] as const),
  ],
} as const;

const label = 'A label; nothing is looked up by it.';

/** In the spelling of the interface, which names them in the query. */
const parameters = z.object({
  Code: optionalText(50).describe(label),
  Name: optionalText(200),
  Description: optionalText(4_000),
  Subject: optionalLine(200).describe('It may have the placeholders of the file.'),
  From: senderField().describe('One of the verified senders of the tenant, where the mail becomes due.'),
  DisplayName: optionalLine(200).describe('The name beside From.'),
  TemplateId: optionalId().describe('An earlier mail, whose file is the body of one without a file of its own.'),
  TemplateName: optionalText(200).describe(label),
  SegmentId: optionalId().describe('The campaign whose members get the mail.'),
  SegmentName: optionalText(200).describe(label),
  FilePath: optionalText(200).describe('A label; no path is opened.'),
  AppointmentDate: optionalDateTime().describe('When a mail of the type scheduled is due: a time with its zone.'),
  Supplier: enumParameter(suppliers).describe('A mail that is due needs smtp; the others are kept for drafts.'),
  SendType: enumParameter(sendTypes).describe(
    'immediate is due at once, scheduled at AppointmentDate; test is one mail to the caller; recurring is kept for drafts.',
  ),
  Status: enumParameter(newStatuses).describe(
    'Left out it is draft. scheduled makes the mail due, and needs the permission marketingEmails.send beside.',
  ),
});

const search = searchRequest('SearchMaktEmailRequest', {
  filters: {
    ...commonFilters,
    status: byEnum(marketingStatuses),
    supplier: byEnum(suppliers).orNull(),
    sendType: byEnum(sendTypes).orNull(),
    code: byText().orNull(),
    name: byText().orNull(),
    segmentId: byIdFilter().orNull(),
  },
  sorts: [...commonSorts, 'name', 'appointmentDate'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['code', 'name', 'subject'],
  shortcuts: {
    status: { field: 'status', operator: 'in' },
    supplier: { field: 'supplier', operator: 'eq' },
    sendType: { field: 'sendType', operator: 'eq' },
  },
});

const reads = holding('marketingEmails.read', 'read');
const writes = holding('marketingEmails.write', 'write');
const common = { tags: ['maktemail'], envelope: 'apiResult' } as const;

/** Mails to the members of a campaign. */
export const marketingEmailContract = {
  createMaktEmail: endpoint({
    ...common,
    operationId: 'createMaktEmail',
    method: 'post',
    path: '/api/v1/maktemail/create',
    access: writes,
    summary: 'Create a marketing e-mail',
    description: 'What a mail needs is asked where it becomes due; a draft may lack all of it.',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    query: parameters,
    file: mailFile,
    success: { status: 200, body: guid, headers: createdHeaders },
    errors: ['email_unverified', 'idempotency_key_reused', 'idempotency_in_progress'],
  }),
  searchMaktEmail: endpoint({
    ...common,
    operationId: 'searchMaktEmail',
    method: 'post',
    path: '/api/v1/maktemail/search',
    access: reads,
    summary: 'Search marketing e-mails by filters, text and sort, page by page',
    body: search,
    success: { status: 200, body: searchAnswer('SearchMaktEmailDto', item) },
    errors: ['page_out_of_range'],
  }),
  getMaktEmail: endpoint({
    ...common,
    operationId: 'getMaktEmail',
    method: 'get',
    path: '/api/v1/maktemail/get/{id}',
    access: reads,
    summary: 'Get a marketing e-mail',
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: shown, headers: etagHeader },
    errors: [],
  }),
  setMaktEmailStatus: stateEndpoint(
    {
      group: 'maktemail',
      singular: 'MaktEmail',
      access: writes,
      states: marketingStatuses,
      errors: ['email_unverified'],
      summary:
        'Bring a marketing e-mail into a status; into scheduled and sending it takes marketingEmails.send beside',
    },
    'status',
  ),
};
