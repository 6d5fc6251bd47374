import { roleContract } from '@rapport/application-contract';
import { implement, searchAnswerOf } from '@rapport/http-contract';
import type { Role, RoleService } from '@rapport/people';
import { creationHeaders, keyOf } from '../creations.ts';
import type { ApplicationContext } from '../guards.ts';
import { etagOf, seenVersion } from '../versions.ts';

export function roleRoutes(roles: RoleService) {
  return implement(roleContract)<ApplicationContext>({
    createRole: async (context, request) => {
      const { tenant, change } = context;
      const created = await roles.create(change, tenant, request.body, keyOf(context, request));
      return { status: 200, body: created.made, headers: creationHeaders(created) };
    },
    updateRole: async (context, { body, headers }) => {
      const { tenant, change } = context;
      const seen = await seenVersion(headers['if-match'], () => roles.get(context, tenant, body.code));
      const version = await roles.update(change, tenant, body, seen);
      return { status: 200, body: body.code, headers: { etag: etagOf(version) } };
    },
    getRole: async (context, { params }) => {
      const role = await roles.get(context, context.tenant, params.code);
      return { status: 200, body: shownRole(role), headers: { etag: etagOf(role.lastModifiedOnUtc) } };
    },
    searchRole: async (context, { body }) => {
      const { items, ...page } = await roles.search(context, context.tenant, body);
      return { status: 200, body: searchAnswerOf(body, { ...page, items: items.map(shownRole) }) };
    },
    disableRole: async ({ change, tenant }, { params }) => {
      await roles.setActive(change, tenant, params.code, false);
      return { status: 200, body: true };
    },
    enableRole: async ({ change, tenant }, { params }) => {
      await roles.setActive(change, tenant, params.code, true);
      return { status: 200, body: true };
    },
  });
}

function shownRole({ code, name, permissions, isActive, createdOnUtc, lastModifiedOnUtc }: Role) {
  return { code, name, permissions: [...permissions], isActive, createdOnUtc, lastModifiedOnUtc };
}
