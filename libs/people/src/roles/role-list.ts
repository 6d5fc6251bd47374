import { flag, name, searchable, text, time, type ListSearch } from '@rapport/searching';
import { roleColumns } from './role-columns.ts';

const shownName = 'coalesce(r.name, r.code)';

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
    name: text(shownName),
    createdOnUtc: time('r.created_on'),
    lastModifiedOnUtc: time('r.last_modified_on'),
    isActive: flag('r.is_active'),
  },
  sorts: {
    createdOnUtc: 'r.created_on',
    lastModifiedOnUtc: 'r.last_modified_on',
    name: `control.folded(${shownName})`,
    code: 'control.folded(r.code)',
  },
  texts: [shownName, 'r.code'],
});

export type RoleSearch = ListSearch<typeof roleList>;
