import { requireVerified } from '@rapport/admission';
import { userContract } from '@rapport/application-contract';
import { implement, searchAnswerOf } from '@rapport/http-contract';
import type { User, UserCreation, UserService } from '@rapport/people';
import { creationHeaders, keyOf } from '../creations.ts';
import type { ApplicationContext } from '../guards.ts';
import { etagOf, seenVersion } from '../versions.ts';

export function userRoutes(users: UserService, creation: UserCreation) {
  return implement(userContract)<ApplicationContext>({
    createUser: async (context, request) => {
      requireVerified(context.state);
      const { tenant, change } = context;
      const created = await creation.invite(change, tenant, request.body, keyOf(context, request));
      return { status: 200, body: created.made, headers: creationHeaders(created) };
    },
    updateUser: async (context, { body: { id, ...input }, headers }) => {
      const { tenant, change } = context;
      const seen = await seenVersion(headers['if-match'], () => users.get(context, tenant, id));
      const version = await users.update(change, tenant, id, input, seen);
      return { status: 200, body: id, headers: { etag: etagOf(version) } };
    },
    getUser: async (context, { params }) => {
      const user = await users.get(context, context.tenant, params.id);
      return { status: 200, body: shownUser(user), headers: { etag: etagOf(user.lastModifiedOnUtc) } };
    },
    searchUser: async (context, { body }) => {
      const { items, ...page } = await users.search(context, context.tenant, body);
      return { status: 200, body: searchAnswerOf(body, { ...page, items: items.map(shownUser) }) };
    },
    inviteUser: async ({ state, change, tenant }, { params }) => {
      requireVerified(state);
      await users.inviteAgain(change, tenant, params.id);
      return { status: 200, body: true };
    },
    disableUser: async ({ change, tenant }, { params }) => {
      await users.setActive(change, tenant, params.id, false);
      return { status: 200, body: true };
    },
    enableUser: async ({ change, tenant }, { params }) => {
      await users.setActive(change, tenant, params.id, true);
      return { status: 200, body: true };
    },
    endUserSessions: async ({ change, tenant }, { params }) => {
      await users.endSessions(change, tenant, params.id);
      return { status: 200, body: true };
    },
  });
}

export function shownUser(user: User) {
  return { ...user, roles: [...user.roles] };
}
