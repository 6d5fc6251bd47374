import {
  byEnum,
  byId as byIdFilter,
  byRecordNumber,
  commonFilters,
  commonSorts,
  endpoint,
  enumFieldOr,
  idempotencyKeyHeader,
  namedList,
  requestBody,
  requiredId,
  searchAnswer,
  searchRequest,
} from '@rapport/http-contract';
import { dateTime } from '@rapport/http-contract/members';
import { z } from 'zod';
import { createdHeaders, done } from './answers.ts';
import { holding } from './user-access.ts';

const statuses = namedList('CampaignMemberStatus', [
  'added',
  'sent',
  'opened',
  'clicked',
  'responded',
  'bounced',
  'optedOut',
]);
const memberTypes = namedList('CampaignMemberType', ['contact', 'lead', 'customer']);

const targetLists = ['contactIds', 'leadIds', 'customerIds'];
const targetsMax = 500;

const addBody = requestBody(
  'SaveCampMemberRequest',
  {
    campaignId: requiredId(),
    contactIds: ids(),
    leadIds: ids(),
    customerIds: ids(),
    status: enumFieldOr(statuses, null).describe(
      'Also given to members that are there. Left out, those stay as they are, and new ones are `added`.',
    ),
  },
  [],
  {
    rules: [
      {
        of: targetLists,
        at: 'contactIds',
        message: `The lists of contacts, leads and customers must have 1 to ${targetsMax} ids together.`,
        holds: isOfFewTargets,
      },
    ],
  },
);

function isOfFewTargets(body: Readonly<Record<string, unknown>>): boolean {
  const count = targetLists.flatMap((list) => body[list]).length;
  return count >= 1 && count <= targetsMax;
}

function ids() {
  return z
    .array(requiredId())
    .max(targetsMax)
    .nullish()
    .transform((list) => list ?? [])
    .describe(`The three lists have 1 to ${targetsMax} ids together.`);
}

const search = searchRequest('SearchCampMemberRequest', {
  filters: {
    ...commonFilters,
    id: byRecordNumber(),
    campaignId: byIdFilter(),
    status: byEnum(statuses),
    memberType: byEnum(memberTypes),
  },
  sorts: [...commonSorts, 'id'],
  sortedBy: 'id',
  text: ['the texts of the target, and its name alone where the caller may not read records of its kind'],
  shortcuts: {
    campaignId: { field: 'campaignId', operator: 'eq', isRequired: true },
    status: { field: 'status', operator: 'in' },
    memberType: { field: 'memberType', operator: 'eq' },
  },
});

const member = z
  .object({
    id: z.int32(),
    campaignId: z.uuid(),
    memberType: z.enum(memberTypes),
    contactId: z.uuid().nullable(),
    leadId: z.uuid().nullable(),
    customerId: z.uuid().nullable(),
    memberName: z.string().nullable().describe('The name of the target; null where the caller may not see it.'),
    email: z
      .string()
      .nullable()
      .describe("The target's; null where the caller may not see it, or may not read records of its kind."),
    status: z.enum(statuses),
    hasResponded: z.boolean().describe('Whether the status is `responded`.'),
    firstRespondedOnUtc: dateTime().nullable(),
    createdOnUtc: dateTime(),
    lastModifiedOnUtc: dateTime(),
  })
  .meta({ id: 'SearchCampMemberDto' });

/** What an item of their search shows. */
export const campaignMemberItem = Object.keys(member.shape);

const common = { tags: ['campaign'], envelope: 'apiResult' } as const;
const writes = holding('campaigns.write', 'write');

/** The contacts, leads and customers that a campaign addresses. */
export const campaignMemberContract = {
  addCampaignMember: endpoint({
    ...common,
    operationId: 'addCampaignMember',
    method: 'post',
    path: '/api/v1/campaign/member/add',
    access: writes,
    summary: 'Add members to a campaign, all of them or none; those that are there are not added again',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: addBody,
    success: { status: 200, body: done, headers: createdHeaders },
    errors: ['not_found', 'idempotency_key_reused', 'idempotency_in_progress'],
  }),
  searchCampaignMember: endpoint({
    ...common,
    operationId: 'searchCampaignMember',
    method: 'post',
    path: '/api/v1/campaign/member/search',
    access: holding('campaigns.read', 'read'),
    summary: 'Search the members of a campaign by filters, text and sort, page by page',
    body: search,
    success: { status: 200, body: searchAnswer('SearchCampMemberDto', member) },
    errors: ['page_out_of_range', 'not_found'],
  }),
  deleteCampaignMember: endpoint({
    ...common,
    operationId: 'deleteCampaignMember',
    method: 'delete',
    path: '/api/v1/campaign/member/delete/{id}',
    access: writes,
    summary: 'Delete a member of a campaign',
    params: z.object({ id: z.string().meta({ type: 'integer', format: 'int32' }) }),
    success: { status: 200, body: done },
    errors: [],
  }),
};
