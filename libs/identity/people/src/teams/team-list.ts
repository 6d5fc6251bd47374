import { flag, id, searchable, text, time, type ListSearch } from '@rapport/searching';
import { teamColumns } from './team-columns.ts';

/** The teams of a tenant, as they are searched. */
export const teamList = searchable({
  name: 'team_search',
  from: 'control.team t',
  where: 't.tenant_id = $1',
  item: teamColumns,
  id: 't.id',
  fields: {
    id: id('t.id'),
    name: text('t.name', 't.name_folded'),
    createdOnUtc: time('t.created_on'),
    lastModifiedOnUtc: time('t.last_modified_on'),
    isActive: flag('t.is_active'),
  },
  sorts: {
    createdOnUtc: 't.created_on',
    lastModifiedOnUtc: 't.last_modified_on',
    name: 't.name_folded',
  },
  texts: ['t.name_folded'],
});

export type TeamSearch = ListSearch<typeof teamList>;
