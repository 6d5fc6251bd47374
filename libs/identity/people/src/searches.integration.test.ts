import { seedTenant } from '@rapport/admission/testing';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, untracedContext, type Search } from '@rapport/kernel';
import { searchList } from '@rapport/searching';
import { expect, test } from 'vitest';
import { roleList } from './roles/role-list.ts';
import { teamList } from './teams/team-list.ts';
import { userList, type UserSearch } from './users/user-list.ts';
import type { User } from './users/user.ts';

const context = untracedContext();
const team = newId();
const names = ['Işıl Çelik', 'isil celik', 'Ada Lovelace-Byron', 'Zoë', 'C# Group', 'ada', 'Émile', 'Klaßen'];

const databases = await databasesOfFile();
const { control } = databases.connect('rapport_owner');
const { tenantId: tenant } = await seedTenant(context, control);
const { tenantId: other } = await seedTenant(context, control);
const insertTeam = statement('s_team', `insert into control.team (id, tenant_id, name) values (:id, :tenantId, 'Ege')`);
const insertUser = statement(
  's_user',
  `insert into control.membership (id, tenant_id, name, roles, data_scope, team_id, email, email_key, joined_on, is_active)
    values (:id, :tenantId, :name, :roles, 'own', :teamId, :email, :email, null, :isActive)`,
);
await control.query(context, insertTeam.with({ id: team, tenantId: tenant }));
for (const [index, name] of names.entries()) {
  const [roles, teamId] = [index === 0 ? ['owner', 'own'] : ['readOnly'], index < 2 ? team : null];
  const email = `Person${index}@Example.test`;
  const user = { id: newId(), tenantId: tenant, name, roles, teamId, email, isActive: index !== 3 };
  await control.query(context, insertUser.with(user));
}
const ada = { name: 'Ada of others', roles: ['owner'], teamId: null, email: 'ada@others.test', isActive: true };
await control.query(context, insertUser.with({ id: newId(), tenantId: other, ...ada }));

test.each<[string, Partial<UserSearch>, string[]]>([
  ['a word in any case, with or without accents and dots', { words: ['ISIL', 'çelik'] }, ['Işıl Çelik', 'isil celik']],
  ['a long word anywhere', { words: ['yron'] }, ['Ada Lovelace-Byron']],
  ['a short word at the beginning of a word alone', { words: ['by'] }, ['Ada Lovelace-Byron']],
  ['no short word inside of a word', { words: ['yr'] }, []],
  ['a word anywhere that is long when it is folded', { words: ['aß'] }, ['Klaßen']],
  ['a word with characters that mean something to patterns', { words: ['c#'] }, ['C# Group']],
  ['nothing for a word that looks like a pattern', { words: ['.*'] }, []],
  ['nothing for a percent sign', { words: ['%%%'] }, []],
  ['the same text in another case', { filters: [{ field: 'name', operator: 'eq', value: 'ADA' }] }, ['ada']],
  ['no text with other accents by eq', { filters: [{ field: 'name', operator: 'eq', value: 'Zoe' }] }, []],
  ['texts in a list', { filters: [{ field: 'name', operator: 'in', value: ['ZOË', 'ada'] }] }, ['ada', 'Zoë']],
  ['what begins so', { filters: [{ field: 'name', operator: 'startsWith', value: 'emi' }] }, ['Émile']],
  ['what contains it', { filters: [{ field: 'name', operator: 'contains', value: 'LACE-' }] }, ['Ada Lovelace-Byron']],
  [
    'an address in another case',
    { filters: [{ field: 'email', operator: 'eq', value: 'person3@example.TEST' }] },
    ['Zoë'],
  ],
  ['one of several roles', { filters: [{ field: 'role', operator: 'eq', value: 'owner' }] }, ['Işıl Çelik']],
  ['no role in another case', { filters: [{ field: 'role', operator: 'in', value: ['OWNER'] }] }, []],
  ['what is off', { filters: [{ field: 'isActive', operator: 'ne', value: true }] }, ['Zoë']],
  ['a team', { filters: [{ field: 'teamId', operator: 'in', value: [team] }] }, ['Işıl Çelik', 'isil celik']],
  [
    'what is in no team, by ne and by isNull',
    {
      filters: [
        { field: 'teamId', operator: 'ne', value: team },
        { field: 'teamId', operator: 'isNull', value: null },
      ],
    },
    ['ada', 'Ada Lovelace-Byron', 'C# Group', 'Émile', 'Klaßen', 'Zoë'],
  ],
  [
    'nothing before it was made',
    { filters: [{ field: 'createdOnUtc', operator: 'lt', value: '2020-01-01T00:00:00.000000Z' }] },
    [],
  ],
])('a search of users finds %s', async (_, asked, expected) => {
  const found = await find(asked);
  expect(found.items.map(({ name }) => name)).toEqual(expected);
  expect([found.totalCount, found.totalCountIsExact, found.hasNextPage]).toEqual([expected.length, true, false]);
});

test('pages follow each other by the folded text, either way, and the next one is announced', async () => {
  const sorted = ['ada', 'Ada Lovelace-Byron', 'C# Group', 'Émile', 'Işıl Çelik', 'isil celik', 'Klaßen', 'Zoë'];
  const forward: string[] = [];
  for (let pageNumber = 1; pageNumber <= 4; pageNumber += 1) {
    const page = await find({ pageNumber, pageSize: 2 });
    forward.push(...page.items.map(({ name }) => name));
    expect([page.totalCount, page.hasNextPage]).toEqual([8, pageNumber < 4]);
  }
  expect(forward).toEqual(sorted);
  const back = await find({ sort: { by: 'name', direction: 'desc' } });
  expect(back.items.map(({ name }) => name)).toEqual(sorted.toReversed());
  expect((await find({ pageNumber: 5, pageSize: 2 })).items).toEqual([]);
});

test('teams and roles are searched by the same rules', async () => {
  const search: Search<'name', 'name'> = { ...everything, words: ['ege'], sort: { by: 'name', direction: 'asc' } };
  const teams = await searchList<{ id: string }, 'name', 'name'>(context, control, teamList, tenant, search);
  expect(teams.items.map(({ id }) => id)).toEqual([team]);
  const roles = await searchList(context, control, roleList, tenant, { ...search, words: [] });
  expect(roles.items).toEqual([]);
});

const everything = { pageNumber: 1, pageSize: 20, words: [], filters: [] } as const;

function find(asked: Partial<UserSearch>) {
  const search: UserSearch = { ...everything, sort: { by: 'name', direction: 'asc' }, ...asked };
  return searchList<User, (typeof search.filters)[number]['field'], typeof search.sort.by>(
    context,
    control,
    userList,
    tenant,
    search,
  );
}
