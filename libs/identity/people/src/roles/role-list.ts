import { flag, name, searchable, text, time, type ListSearch } from '@rapport/searching';
import { roleColumns } from './role-columns.ts';

const foldedName = 'coalesce(r.name_folded, r.code_folded)';

/** The roles of a tenant, as they are searched. A role's id is its code. */
export const roleList = searchable({
  name: 'role_search',
  from: 'control.role r',
  where: 'r.tenant_id = $1',
  item: roleColumns,
  id: 'r.code',
  fields: {
    id: name('r.code'),
    code: name('r.code'),
    name: text('coalesce(r.name, r.code)', foldedName),
    createdOnUtc: time('r.created_on'),
    lastModifiedOnUtc: time('r.last_modified_on'),
    isActive: flag('r.is_active'),
  },
  sorts: {
    createdOnUtc: 'r.created_on',
    lastModifiedOnUtc: 'r.last_modified_on',
    name: foldedName,
    code: 'r.code_folded',
  },
  texts: [foldedName, 'r.code_folded'],
});

export type RoleSearch = ListSearch<typeof roleList>;
