import { endpoint, pageQuery, usersScope } from '@rapport/http-contract';
import { idParameter } from '@rapport/members/fields';
import { z } from 'zod';
import { exampleIds } from './example-records.ts';

const user = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    isActive: z.boolean().describe('Whether records can be given to the user.'),
    teamId: z.uuid().nullable(),
  })
  .meta({ id: 'User' });

const userPage = z
  .object({
    data: z.array(user).describe('The users of the page.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null exactly when `hasMore` is false.'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'UserPage' });

const read = {
  method: 'get',
  access: { scope: usersScope, permission: null, limiter: 'business' },
  tags: ['users'],
} as const;

const example = {
  id: exampleIds.owner,
  name: 'Mary Somerville',
  email: 'mary@engines.example',
  isActive: true,
  teamId: null,
};

/** The people who can own records: an extension beyond the operations that the specification counts. */
export const userContract = {
  listUsers: endpoint({
    ...read,
    operationId: 'listUsers',
    path: '/api/v1/users',
    summary: 'List the users of the tenant, page by page, in the order of their ids',
    description:
      'All users, whatever the client may see of records, so that an `ownerUserId` can be chosen. A client has the scope ' +
      `\`${usersScope}\` where it was named. There is no watermark and no feed of users: read the list anew.`,
    query: pageQuery.omit({ updatedFrom: true }),
    success: { status: 200, body: userPage },
    errors: ['invalid_cursor'],
    example: { query: { pageSize: 100 }, answer: { data: [example], nextCursor: null, hasMore: false } },
  }),
  getUser: endpoint({
    ...read,
    operationId: 'getUser',
    path: '/api/v1/users/{id}',
    summary: 'Get one user',
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: user },
    errors: [],
    example: { params: { id: exampleIds.owner }, answer: example },
  }),
};
