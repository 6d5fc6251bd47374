import { byCode, byFlag, byText, commonFilters, commonSorts, searchRequest } from '@rapport/http-contract';
import { Member, readOnly, text } from '@rapport/members';
import { permissions } from '@rapport/kinds';
import { listedText } from '@rapport/members/fields';
import { z } from 'zod';
import { codeText } from './answers.ts';
import { crudEndpoints, stepEndpoint, type RecordKey } from './crud-endpoints.ts';
import { recordTimes } from './record-times.ts';
import { holding } from './user-access.ts';

const codePattern = /^[a-z][a-zA-Z0-9]{0,49}$/;

const codeField = z.string().regex(codePattern, {
  error: 'This must begin with a small letter and have at most 50 letters a-z, A-Z and digits.',
});

/** A role's code stands in the place of an id. It is compared by case, and never given again. */
const byRoleCode: RecordKey<'code', typeof codeText, true> = {
  name: 'code',
  member: new Member(z.string(), codeField),
  parameter: z.string(),
  isGiven: true,
  answer: codeText,
};

const members = {
  name: text(200).required(),
  permissions: new Member(
    z.array(z.string()),
    z
      .array(listedText(permissions, 'permission'))
      .max(100)
      .nullish()
      .transform((given) => given ?? []),
  ).describe('The permissions that every holder of the role has. Left out or null there are none.'),
  isActive: readOnly(z.boolean()),
  ...recordTimes,
};

const { createdOnUtc, lastModifiedOnUtc } = commonFilters;

/** The id of a role is its code. */
const byKey = byCode().knowing(['eq', 'in']);

const search = searchRequest('SearchRoleRequest', {
  filters: { id: byKey, code: byCode(), name: byText(), createdOnUtc, lastModifiedOnUtc, isActive: byFlag() },
  sorts: [...commonSorts, 'name', 'code'],
  sortedBy: 'name',
  text: ['name', 'code'],
  shortcuts: { isActive: { field: 'isActive', operator: 'eq' } },
});

const manages = { group: 'role', singular: 'Role', access: holding('users.manage', 'write') } as const;

const crud = crudEndpoints(
  {
    group: 'role',
    singular: 'Role',
    called: { one: 'a role', many: 'roles' },
    members,
    reads: holding('users.manage', 'read'),
    writes: manages.access,
    conflicts: ['code_conflict'],
    search,
  },
  byRoleCode,
);

/** Roles say what users may do. */
export const roleContract = {
  createRole: crud.create,
  updateRole: {
    ...crud.update,
    description: 'It is answered when every user of the role has the change, on every replica.',
    errors: ['not_found', 'concurrency_conflict'],
  } as const,
  getRole: crud.get,
  searchRole: crud.search,
  disableRole: stepEndpoint(
    { ...manages, errors: ['resource_in_use'] },
    'disable',
    byRoleCode,
    'Disable a role that no user holds',
  ),
  enableRole: stepEndpoint(manages, 'enable', byRoleCode, 'Enable a role again'),
};
