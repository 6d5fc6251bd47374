import { keysOf } from '@rapport/kernel';
import { endpoint, searchAnswer } from '@rapport/http-contract';
import { shownMembers, takenByNumber, takenMembers } from '@rapport/members';
import { kinds } from '@rapport/kinds';
import { z } from 'zod';
import { byId, crudEndpoints, deleteEndpoint } from './crud-endpoints.ts';
import { kindSearch } from './kind-search.ts';
import { recordTimes } from './record-times.ts';
import { holding, ofPeople } from './user-access.ts';

const { called } = kinds.customerGroups;
const members = { ...takenByNumber(kinds.customerGroups.members), ...recordTimes };
const search = kindSearch(kinds.customerGroups, 'CustomerGroup', {}, 'name');

const group = { group: 'customer/group', singular: 'CustomerGroup', called } as const;
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

/** The members of groups on this surface, for their store. */
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
