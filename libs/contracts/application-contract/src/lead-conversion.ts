import { endpoint, heldTo, idempotencyKeyHeader, neededWith, requestBody } from '@rapport/http-contract';
import { owner, takenByNumber, takenMembers } from '@rapport/members';
import {
  conversionBlockers,
  conversionModes,
  conversionPermissions,
  conversionResult,
  customFieldsField,
  kinds,
  leadStatuses,
  type AnyKind,
} from '@rapport/kinds';
import { idParameter, keptId, namedList, requiredId } from '@rapport/members/fields';
import { z } from 'zod';
import { createdHeaders, done } from './answers.ts';

const customFields = given(customFieldsField());

const customerValues = givenValues('LeadConvertCustomerValues', kinds.customers);
const contactValues = givenValues('LeadConvertContactValues', kinds.contacts);
const opportunityValues = givenValues('LeadConvertOpportunityValues', kinds.opportunities);

/**
 * Members of a record, of which a body gives some. What it leaves out is not among them, and null empties a member. The
 * records of a conversion name each other, so a body cannot name others; and no deal begins lost.
 */
function givenValues(id: string, { members }: AnyKind) {
  const taken = takenMembers({ ...takenByNumber(members), ownerUserId: owner() });
  const fields = Object.entries(taken)
    .filter(([name]) => !['customerId', 'contactId', 'leadId', 'lostReason'].includes(name))
    .map(([name, field]) => [name, given(field)] as const);
  return z
    .strictObject({ ...Object.fromEntries(fields), customFields })
    .meta({ id, description: 'Some members of the record. They lie over those of the lead, and null empties one.' })
    .nullish()
    .transform((values): Readonly<Record<string, unknown>> | null => values ?? null);
}

/** A member that has no default where it is left out. */
function given(field: z.ZodType) {
  return z.preprocess((value) => value, field).optional();
}

const customerModes = namedList('LeadConvertCustomerMode', ['create', 'existing']);
const opportunityModes = namedList('LeadConvertOpportunityMode', ['create', 'none']);

const existingNeeded = 'This is required with the mode existing; name the record that is to be filled.';

function existingId() {
  return keptId().describe('The record that is filled; needed where the mode is `existing`.');
}

const executeBody = requestBody(
  'ExecuteLeadConvertRequest',
  {
    leadId: requiredId(),
    version: z.string().max(100).nullish().describe('That of the preview: another one of the lead is refused.'),
    customer: target(
      heldTo(z.strictObject({ mode: z.enum(customerModes), customerId: existingId(), values: customerValues }), [
        neededWith('customerId', 'mode', 'existing', existingNeeded),
      ]),
      'LeadConvertCustomer',
    ),
    contact: target(
      heldTo(z.strictObject({ mode: z.enum(conversionModes), contactId: existingId(), values: contactValues }), [
        neededWith('contactId', 'mode', 'existing', existingNeeded),
      ]),
      'LeadConvertContact',
    ),
    opportunity: target(
      z.strictObject({ mode: z.enum(opportunityModes), values: opportunityValues }),
      'LeadConvertOpportunity',
    ),
    overwriteExisting: flagOr(false).describe('Whether what an existing record holds is overwritten as well.'),
    moveActivities: flagOr(true),
    ownerUserId: keptId().describe('The owner of each record that is made; by default that of the lead.'),
    skipDuplicateCheck: flagOr(false),
  },
  [],
);

function target<S extends z.ZodType>(schema: S, id: string) {
  return schema.meta({ id, description: 'Left out, it is as the preview suggests.' }).nullish();
}

function flagOr(byDefault: boolean) {
  return z
    .boolean()
    .nullish()
    .transform((value) => value ?? byDefault)
    .meta({ default: byDefault });
}

const marks = namedList('LeadConvertMark', ['taxNumber', 'email', 'phone', 'name']);

const match = z
  .object({
    id: z.uuid().nullable(),
    code: z.string().nullable(),
    name: z.string().nullable(),
    matchedOn: z.array(z.enum(marks)),
    score: z.int().describe('From 90 on it is strong.'),
  })
  .meta({
    id: 'LeadConvertMatchDto',
    description: 'Of a record that the caller may not see, id, code and name are null.',
  });

const matches = { customerMatches: z.array(match).max(10), contactMatches: z.array(match).max(10) };
const duplicates = z.object(matches).meta({ id: 'LeadConvertDuplicatesDto' });

const values = z.record(z.string(), z.unknown());

const preview = z
  .object({
    leadId: z.uuid(),
    leadStatus: z.enum(leadStatuses),
    version: z.string(),
    canConvert: z.boolean(),
    blockers: z.array(z.object({ code: z.enum(conversionBlockers), message: z.string() })),
    customer: z.object({ suggestedMode: z.enum(customerModes), values }),
    contact: z.object({ suggestedMode: z.enum(conversionModes), values }),
    opportunity: z.object({ suggestedMode: z.enum(opportunityModes), values }),
    ...matches,
    fieldMappings: z.array(z.object({ source: z.string(), target: z.string(), value: z.unknown() })),
    unmappedCustomFields: z.array(z.string()).describe('The keys of fields that no record takes.'),
    activityCount: z.int(),
    campaignMemberCount: z.int(),
  })
  .meta({ id: 'LeadConvertPreviewDto' });

const common = { tags: ['lead'], envelope: 'apiResult' } as const;
const converts = {
  permissions: conversionPermissions,
  act: 'write',
  limiter: 'business',
} as const;

const legacyHeaders = z.object({
  deprecation: z.string().describe('Since when the operation is deprecated (RFC 9745).'),
  sunset: z.string().describe('Until when it is served (RFC 8594).'),
  link: z.string().describe('The operation that takes its place.'),
});

/** A lead becomes a customer, a contact and an opportunity. */
export const leadConversionContract = {
  previewLeadConversion: endpoint({
    ...common,
    operationId: 'previewLeadConversion',
    method: 'get',
    path: '/api/v1/lead/convert-preview/{id}',
    access: { permissions: ['leads.read'], act: 'read', limiter: 'business' },
    summary: 'Say what the conversion of a lead would do',
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: preview },
    errors: [],
  }),
  executeLeadConversion: endpoint({
    ...common,
    operationId: 'executeLeadConversion',
    method: 'post',
    path: '/api/v1/lead/convert',
    access: converts,
    summary: 'Convert a lead, as a whole or not at all',
    description:
      'Beside the permissions above it needs the write of each record that is made or filled. A negative estimatedValue goes nowhere, and a full name is cut to what a name may be. The failure `duplicate_found` has `data`: customerMatches and contactMatches, as in the preview.',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: executeBody,
    success: { status: 200, body: conversionResult, headers: createdHeaders },
    errors: [
      'plan_limit_reached',
      'not_found',
      'lead_converted',
      'concurrency_conflict',
      'code_conflict',
      'hierarchy_cycle',
      'duplicate_found',
      'invalid_transition',
      'idempotency_key_reused',
      'idempotency_in_progress',
    ],
    failureData: { duplicate_found: duplicates },
  }),
  convertLead: endpoint({
    ...common,
    operationId: 'convertLead',
    method: 'get',
    path: '/api/v1/lead/convert/{id}',
    access: converts,
    summary: 'Convert a lead as the preview suggests, without the check for duplicates (legacy)',
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: done, headers: legacyHeaders },
    errors: ['invalid_transition'],
  }),
};
