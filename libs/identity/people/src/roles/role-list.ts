import { flag, name, searchable, text, time, type ListSearch } from '@rapport/searching';
import { roleColumns } from './role-columns.ts';

const foldedName = 'coalesce(role.name_folded, role.code_folded)';

/** The roles of a tenant, as they are searched. A role's id is its code. */
export const roleList = searchable({
  name: 'role_search',
  from: 'control.role',
  where: 'role.tenant_id = :tenantId',
  item: roleColumns,
  id: 'role.code',
  fields: {
    id: name('role.code'),
    code: name('role.code'),
    name: text('coalesce(role.name, role.code)', foldedName),
    createdOnUtc: time('role.created_on'),
    lastModifiedOnUtc: time('role.last_modified_on'),
    isActive: flag('role.is_active'),
  },
  sorts: {
    createdOnUtc: 'role.created_on',
    lastModifiedOnUtc: 'role.last_modified_on',
    name: foldedName,
    code: 'role.code_folded',
  },
  texts: [foldedName, 'role.code_folded'],
});

export type RoleSearch = ListSearch<typeof roleList>;
