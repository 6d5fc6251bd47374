import { endpoint, requestBody } from '@rapport/http-contract';
import { dataScopes, teamNeeded } from '@rapport/kinds';
import { emailOfPerson, idParameter, optionalId, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing, wordsOf } from './fields.ts';
import { tenantPath } from './tenants.ts';

const dataScope = z.enum(dataScopes).describe('Which records are seen.');
const team = 'The id of the team.';

const newUser = requestBody(
  'NewUser',
  {
    email: emailOfPerson(),
    name: requiredText(200).describe("The person's name."),
    role: requiredText(50).describe('A role by its name; salesperson where it is left out.').default('salesperson'),
    dataScope: dataScope.default('own'),
    teamId: optionalId().describe(team),
  },
  [],
  { rules: [teamNeeded] },
);

const userChange = requestBody(
  'UserChange',
  {
    role: requiredText(50).optional().describe('A role by its name, such as manager.'),
    dataScope: dataScope.optional(),
    teamId: idParameter().optional().describe(team),
  },
  [],
);

const listedUser = z
  .object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.string()),
    dataScope,
    teamId: z.uuid().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'ListedUser' });

const userPath = tenantPath.extend({ userId: idParameter() });

/** The operators' operations on a tenant's people. */
export const peopleContract = {
  listUsers: endpoint({
    operationId: 'listUsers',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/users',
    access: 'operator',
    summary: 'List the users of a tenant by their names, 200 at most',
    params: tenantPath,
    query: z.object({ search: wordsOf('the name or the e-mail address') }),
    success: { status: 200, body: z.object({ users: z.array(listedUser) }).meta({ id: 'ListedUsers' }) },
    errors: ['not_found', 'invalid_transition'],
  }),
  createUser: endpoint({
    operationId: 'createUser',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/users',
    access: 'operator',
    summary: 'Add a user; the password is null where the person has a login already',
    params: tenantPath,
    body: newUser,
    success: {
      status: 201,
      body: z.object({ userId: z.uuid(), password: z.string().nullable() }).meta({ id: 'CreatedUser' }),
    },
    errors: ['not_found', 'plan_limit_reached', 'email_conflict', 'invalid_transition'],
  }),
  updateUser: endpoint({
    operationId: 'updateUser',
    method: 'patch',
    path: '/subscription/v1/operator/tenants/{tenantId}/users/{userId}',
    access: 'operator',
    summary: "Change a user's role, data scope or team; what is left out stays",
    params: userPath,
    body: userChange,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  disableUser: endpoint({
    operationId: 'disableUser',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/users/{userId}/disable',
    access: 'operator',
    summary: 'Disable a user and end the tokens of every client that runs as the user',
    params: userPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  enableUser: endpoint({
    operationId: 'enableUser',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/users/{userId}/enable',
    access: 'operator',
    summary: 'Enable a user again',
    params: userPath,
    success: { status: 200, body: nothing },
    errors: ['plan_limit_reached', 'not_found', 'invalid_transition'],
  }),
  createTeam: endpoint({
    operationId: 'createTeam',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/teams',
    access: 'operator',
    summary: 'Add a team',
    params: tenantPath,
    body: requestBody('NewTeam', { name: requiredText(200).describe('The name of the team.') }, []),
    success: { status: 201, body: z.object({ teamId: z.uuid() }).meta({ id: 'CreatedTeam' }) },
    errors: ['not_found', 'name_conflict', 'invalid_transition'],
  }),
};
