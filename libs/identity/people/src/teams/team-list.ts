import { flag, id, searchable, text, time, type ListSearch } from '@rapport/searching';
import { teamColumns } from './team-columns.ts';

/** The teams of a tenant, as they are searched. */
export const teamList = searchable({
  name: 'team_search',
  from: 'control.team',
  where: 'team.tenant_id = :tenantId',
  item: teamColumns,
  id: 'team.id',
  fields: {
    id: id('team.id'),
    name: text('team.name', 'team.name_folded'),
    createdOnUtc: time('team.created_on'),
    lastModifiedOnUtc: time('team.last_modified_on'),
    isActive: flag('team.is_active'),
  },
  sorts: {
    createdOnUtc: 'team.created_on',
    lastModifiedOnUtc: 'team.last_modified_on',
    name: 'team.name_folded',
  },
  texts: ['team.name_folded'],
});

export type TeamSearch = ListSearch<typeof teamList>;
