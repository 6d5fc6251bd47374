import {
  byCode,
  byEnum,
  byFlag,
  byId as byIdFilter,
  byText,
  commonFilters,
  commonSorts,
  endpoint,
  requestBody,
  searchRequest,
} from '@rapport/http-contract';
import { dateTime, Member, readOnly, shownMembers } from '@rapport/members';
import { dataScopes, teamNeeded } from '@rapport/kinds';
import { eachOnce, emailOfPerson, enumField, optionalId, passwordField, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { done } from './answers.ts';
import { byId, crudEndpoints, stepEndpoint } from './crud-endpoints.ts';
import { recordTimes } from './record-times.ts';
import { holding, signedIn } from './user-access.ts';

const rolesField = eachOnce(z.array(requiredText(50)).min(1).max(50), 'A role is there twice; name each once.');

const members = {
  email: new Member(z.string(), emailOfPerson()).describe(
    'Its domain is one as IDNA takes them (UTS 46). An update takes the address that the user has; another one is refused.',
  ),
  name: new Member(z.string(), requiredText(200)),
  roles: new Member(z.array(z.string()), rolesField).describe('The codes of its roles, each once.'),
  dataScope: new Member(z.enum(dataScopes), enumField(dataScopes)).describe(
    'The records that the user sees: its own, those of its team, or all.',
  ),
  teamId: new Member(z.uuid().nullable(), optionalId()).describe('The data scope team needs one.'),
  isActive: readOnly(z.boolean()),
  invitedOnUtc: readOnly(dateTime().nullable()),
  joinedOnUtc: readOnly(dateTime().nullable().describe('Null until the link of the invitation was followed.')),
  ...recordTimes,
};

const search = searchRequest('SearchUserRequest', {
  filters: {
    ...commonFilters,
    isActive: byFlag(),
    teamId: byIdFilter().orNull(),
    dataScope: byEnum(dataScopes),
    role: byCode(),
    email: byText(),
    name: byText(),
  },
  sorts: [...commonSorts, 'name', 'email'],
  sortedBy: 'name',
  text: ['name', 'email'],
  shortcuts: {
    isActive: { field: 'isActive', operator: 'eq' },
    teamId: { field: 'teamId', operator: 'eq' },
    dataScope: { field: 'dataScope', operator: 'eq' },
    role: { field: 'role', operator: 'eq' },
  },
});

const crud = crudEndpoints(
  {
    group: 'user',
    singular: 'User',
    called: { one: 'a user', many: 'users' },
    members,
    rules: [teamNeeded],
    reads: signedIn('read'),
    writes: holding('users.manage', 'write'),
    updateConflicts: ['resource_in_use'],
    search,
  },
  byId,
);

const me = z
  .object({
    ...shownMembers({ id: byId.member, ...members }),
    tenantId: z.uuid(),
    organisationName: z.string(),
    permissions: z
      .array(z.string())
      .describe('Of all roles together; with a token for development cut to what it may.'),
    sessionId: z.uuid().nullable().describe('Null with a token for development.'),
  })
  .meta({ id: 'UserMeDto' });

const passwords = requestBody(
  'ChangePasswordRequest',
  { currentPassword: passwordField(), newPassword: passwordField() },
  [],
);
const manages = { group: 'user', singular: 'User', access: holding('users.manage', 'write') } as const;
const ends = { ...manages, access: holding('users.manage', 'takesAway') } as const;

/** The people of a tenant. */
export const userContract = {
  createUser: {
    ...crud.create,
    summary: 'Create a user and send the invitation',
    description:
      'The user joins when the person follows the link of the mail, and signs in from then on. An e-mail address gets 5 ' +
      'invitations in an hour, a tenant sends 200 in a day beyond its joined users; above that it is a 429.',
    errors: ['plan_limit_reached', 'email_unverified', 'email_conflict', ...crud.create.errors],
  } as const,
  updateUser: crud.update,
  getUser: crud.get,
  searchUser: crud.search,
  inviteUser: stepEndpoint(
    { ...manages, errors: ['email_unverified', 'invalid_transition'] },
    'invite',
    byId,
    'Send a new invitation, which ends the links of the ones before',
  ),
  disableUser: stepEndpoint(
    { ...ends, errors: ['resource_in_use'] },
    'disable',
    byId,
    'Disable a user: its sessions end, and the tokens of every client that runs as it',
  ),
  enableUser: stepEndpoint({ ...manages, errors: ['plan_limit_reached'] }, 'enable', byId, 'Enable a user again'),
  endUserSessions: {
    ...stepEndpoint(ends, 'end-sessions', byId, 'End every session of a user, in browsers too'),
    operationId: 'endUserSessions',
  },
};

/** The operations of people on their own user. */
export const ownContract = {
  getMe: endpoint({
    operationId: 'getMe',
    method: 'get',
    path: '/api/v1/user/me',
    access: signedIn('read'),
    tags: ['user'],
    summary: 'Get the user of the caller',
    envelope: 'apiResult',
    success: { status: 200, body: me },
    errors: [],
  }),
  changePassword: endpoint({
    operationId: 'changePassword',
    method: 'post',
    path: '/api/v1/user/change-password',
    access: signedIn('takesAway'),
    tags: ['user'],
    summary: "Change one's own password, which ends all other sessions",
    description:
      'The session of the caller goes on: its refresh token is good, and its access token is refused like those of the others, so refresh once. A wrong current password counts as a failed sign-in.',
    envelope: 'apiResult',
    body: passwords,
    success: { status: 200, body: done },
    errors: [],
  }),
};
