import { code, flag, id, name, searchable, text, time, type ListSearch } from '@rapport/searching';
import { userColumns } from './user-columns.ts';

const email = 'coalesce(membership.email, identity.email)';
const foldedEmail = 'coalesce(membership.email_folded, identity.email_folded)';

/** The users of a tenant, as they are searched. */
export const userList = searchable({
  name: 'user_search',
  from: 'control.membership left join control.identity on identity.id = membership.identity_id',
  where: 'membership.tenant_id = :tenantId',
  item: userColumns,
  id: 'membership.id',
  fields: {
    id: id('membership.id'),
    createdOnUtc: time('membership.created_on'),
    lastModifiedOnUtc: time('membership.last_modified_on'),
    isActive: flag('membership.is_active'),
    teamId: id('membership.team_id'),
    dataScope: name('membership.data_scope'),
    role: code('membership.roles'),
    email: text(email, foldedEmail),
    name: text('membership.name', 'membership.name_folded'),
  },
  sorts: {
    createdOnUtc: 'membership.created_on',
    lastModifiedOnUtc: 'membership.last_modified_on',
    name: 'membership.name_folded',
    email: foldedEmail,
  },
  texts: ['membership.name_folded', foldedEmail],
});

export type UserSearch = ListSearch<typeof userList>;
