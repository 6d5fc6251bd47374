import { code, flag, id, name, searchable, text, time, type ListSearch } from '@rapport/searching';
import { userColumns } from './user-columns.ts';

const email = 'coalesce(m.email, i.email)';
const foldedEmail = 'coalesce(m.email_folded, i.email_folded)';

/** The users of a tenant, as they are searched. */
export const userList = searchable({
  name: 'user_search',
  from: 'control.membership m left join control.identity i on i.id = m.identity_id',
  where: 'm.tenant_id = $1',
  item: userColumns,
  id: 'm.id',
  fields: {
    id: id('m.id'),
    createdOnUtc: time('m.created_on'),
    lastModifiedOnUtc: time('m.last_modified_on'),
    isActive: flag('m.is_active'),
    teamId: id('m.team_id'),
    dataScope: name('m.data_scope'),
    role: code('m.roles'),
    email: text(email, foldedEmail),
    name: text('m.name', 'm.name_folded'),
  },
  sorts: {
    createdOnUtc: 'm.created_on',
    lastModifiedOnUtc: 'm.last_modified_on',
    name: 'm.name_folded',
    email: foldedEmail,
  },
  texts: ['m.name_folded', foldedEmail],
});

export type UserSearch = ListSearch<typeof userList>;
