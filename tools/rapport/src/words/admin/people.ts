import type { Operator } from '../../operators/operator-client.ts';
import { adminCommand, name, tenant, user } from './admin-command.ts';

type DataScope = NonNullable<NonNullable<Parameters<Operator['updateUser']>[0]>['body']['dataScope']>;

const rightsOptions = {
  role: { value: 'ROLE', summary: 'owner, administrator, manager, salesperson or readOnly' },
  'data-scope': { value: 'SCOPE', summary: 'which records are seen: own, team or all' },
  team: { value: 'TEAM_ID', summary: 'the team' },
} as const;

interface RightsValues {
  readonly role: string | undefined;
  readonly 'data-scope': string | undefined;
  readonly team: string | undefined;
}

export const peopleCommands = [
  adminCommand('user list', 'List the people of a tenant, 200 at most.', {
    reads: true,
    options: { tenant, search: { value: 'WORDS', summary: 'those with these words in name or e-mail address' } },
    ask: (operator, values) =>
      operator.listUsers({ params: { tenantId: values.tenant }, query: { search: values.search } }),
  }),
  adminCommand('user create', 'Create a person in a tenant.', {
    options: {
      tenant,
      email: { value: 'EMAIL', required: true, summary: "the person's e-mail address" },
      name,
      ...rightsOptions,
    },
    ask: (operator, values) =>
      operator.createUser({
        params: { tenantId: values.tenant },
        body: { email: values.email, name: values.name, ...rightsOf(values) },
      }),
  }),
  adminCommand('user update', 'Change what a person may do and see.', {
    options: { tenant, user, ...rightsOptions },
    ask: (operator, values) =>
      operator.updateUser({ params: { tenantId: values.tenant, userId: values.user }, body: rightsOf(values) }),
  }),
  adminCommand('user disable', 'Disable a person and every API client that acts as them.', {
    options: { tenant, user },
    ask: (operator, values) => operator.disableUser({ params: { tenantId: values.tenant, userId: values.user } }),
  }),
  adminCommand('user enable', 'Enable a person and every API client that acts as them.', {
    options: { tenant, user },
    ask: (operator, values) => operator.enableUser({ params: { tenantId: values.tenant, userId: values.user } }),
  }),
  adminCommand('team create', 'Create a team in a tenant.', {
    options: { tenant, name },
    ask: (operator, values) =>
      operator.createTeam({ params: { tenantId: values.tenant }, body: { name: values.name } }),
  }),
];

/** The operators' API refuses a role or a scope that it does not know, and says which there are. */
function rightsOf({ role, team, ...values }: RightsValues) {
  return { role, dataScope: values['data-scope'] as DataScope | undefined, teamId: team };
}
