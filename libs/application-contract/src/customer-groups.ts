import {
  byFlag,
  byId as byIdFilter,
  byText,
  commonFilters,
  commonSorts,
  endpoint,
  searchAnswer,
  searchRequest,
} from '@rapport/http-contract';
import {
  derived,
  flag,
  optionalCode,
  readOnly,
  reference,
  shownMembers,
  takenMembers,
  text,
} from '@rapport/http-contract/members';
import { z } from 'zod';
import { byId, crudEndpoints, deleteEndpoint } from './crud-endpoints.ts';
import { keysOf } from './record-group.ts';
import { recordTimes } from './record-times.ts';
import { holding, ofPeople } from './user-access.ts';

const members = {
  code: optionalCode().describe('Unique among the groups of the tenant, ignoring case. Left out or null it stays.'),
  name: text(200).required().describe('Unique among the groups beside it, ignoring case.'),
  parentId: reference().describe('The group below which this one stands.'),
  parentName: derived('The name of the parent.'),
  description: text(4_000),
  isActive: flag(true),
  customerCount: readOnly(z.int().describe('The customers of the group itself that the caller sees.')),
  ...recordTimes,
};

const search = searchRequest('SearchCustomerGroupRequest', {
  filters: {
    ...commonFilters,
    code: byText().orNull(),
    name: byText(),
    parentId: byIdFilter().orNull(),
    isActive: byFlag(),
  },
  sorts: [...commonSorts, 'name'],
  sortedBy: 'name',
  text: ['name', 'code'],
  shortcuts: {},
});

const group = {
  group: 'customer/group',
  singular: 'CustomerGroup',
  called: { one: 'a customer group', many: 'customer groups' },
} as const;
const reads = holding('customers.read', 'read');

const crud = crudEndpoints(
  {
    ...group,
    members,
    reads,
    writes: ofPeople('customers.write'),
    conflicts: ['code_conflict', 'name_conflict'],
    updateConflicts: ['hierarchy_cycle'],
    search,
  },
  byId,
);

const item = z.object({ id: z.uuid(), ...shownMembers(members) }).meta({ id: 'CustomerGroupDto' });

/** What their store has of groups on this surface. */
export const customerGroups = {
  answers: 'id',
  shows: keysOf(item.shape),
  items: keysOf(item.shape),
  writes: keysOf(takenMembers(members)),
} as const;

/** The tree of groups into which customers are sorted. A group has no get: its search shows the whole of it. */
export const customerGroupContract = {
  createCustomerGroup: crud.create,
  updateCustomerGroup: crud.update,
  deleteCustomerGroup: deleteEndpoint(group, ofPeople('customers.delete')),
  searchCustomerGroup: endpoint({
    operationId: 'searchCustomerGroup',
    method: 'post',
    path: '/api/v1/customer/group/search',
    access: reads,
    tags: [group.group],
    summary: 'Search customer groups by filters, text and sort, page by page',
    envelope: 'apiResult',
    body: search,
    success: { status: 200, body: searchAnswer('CustomerGroupDto', item) },
    errors: ['page_out_of_range'],
  }),
};
