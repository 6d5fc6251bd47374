import {
  byRecordNumber,
  commonFilters,
  commonSorts,
  endpoint,
  idempotencyKeyHeader,
  requestBody,
  searchAnswer,
  searchRequest,
  type SearchField,
} from '@rapport/http-contract';
import { shownMembers } from '@rapport/members';
import { campaignMemberStatuses, kinds, memberLists } from '@rapport/kinds';
import { enumFieldOr, requiredId } from '@rapport/members/fields';
import { z } from 'zod';
import { createdHeaders, done } from './answers.ts';
import { kindFilters } from './kind-search.ts';
import { recordTimes } from './record-times.ts';
import { holding } from './user-access.ts';

const targetsMax = 500;

const addBody = requestBody(
  'SaveCampMemberRequest',
  {
    campaignId: requiredId(),
    contactIds: ids(),
    leadIds: ids(),
    customerIds: ids(),
    status: enumFieldOr(campaignMemberStatuses, null).describe(
      'Also given to members that are there. Left out, those stay as they are, and new ones are `added`.',
    ),
  },
  [],
  {
    rules: [
      {
        of: memberLists,
        at: 'contactIds',
        message: `The lists of contacts, leads and customers must have 1 to ${targetsMax} ids together.`,
        holds: isOfFewTargets,
      },
    ],
  },
);

function isOfFewTargets(body: Readonly<Record<string, unknown>>): boolean {
  const count = memberLists.flatMap((list) => body[list]).length;
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

const filters: Readonly<Record<string, SearchField>> = {
  ...commonFilters,
  id: byRecordNumber(),
  ...kindFilters(kinds.campaignMembers),
};
const search = searchRequest('SearchCampMemberRequest', {
  filters,
  sorts: [...commonSorts, 'id'],
  sortedBy: 'id',
  text: ['the texts of the target, and its name alone where the caller may not read records of its kind'],
  shortcuts: {
    campaignId: { field: 'campaignId', operator: 'eq', isRequired: true },
    status: { field: 'status', operator: 'in' },
    memberType: { field: 'memberType', operator: 'eq' },
  },
});

const { number, ...members } = kinds.campaignMembers.members;
const member = z
  .object({ id: number.shown, ...shownMembers(members), ...shownMembers(recordTimes) })
  .meta({ id: 'SearchCampMemberDto' });

/** The members of an item of their search. */
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
