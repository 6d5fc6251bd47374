import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { AppError, validationFailed } from '@rapport/kernel';
import type { TeamService, UserCreation, UserService } from '@rapport/people';
import { peopleContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';
import { firstByName } from './first-by-name.ts';

interface People {
  readonly creation: UserCreation;
  readonly users: UserService;
  readonly teams: TeamService;
}

export function peopleRoutes(tenants: TenantService, { creation, users, teams }: People) {
  return implement(peopleContract)<ChangeContext>({
    listUsers: async (context, { params, query }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { items } = await users.search(context, tenant, firstByName(query.search));
      const listed = items.map(({ id: userId, name, email, roles, dataScope, teamId, isActive }) => {
        return { userId, name, email, roles: [...roles], dataScope, teamId, isActive };
      });
      return { status: 200, body: { users: listed } };
    },
    createUser: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { role, ...input } = body;
      const { userId, password } = await inOneRole(creation.add(context, tenant, { ...input, roles: [role] }));
      return { status: 201, body: { userId, password } };
    },
    updateUser: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { role, ...change } = body;
      const roles = role !== undefined && { roles: [role] };
      await inOneRole(users.amend(context, tenant, params.userId, { ...change, ...roles }));
      return { status: 200, body: {} };
    },
    disableUser: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await users.setActive(context, tenant, params.userId, false);
      return { status: 200, body: {} };
    },
    enableUser: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await users.setActive(context, tenant, params.userId, true);
      return { status: 200, body: {} };
    },
    createTeam: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { made: teamId } = await teams.create(context, tenant, body.name);
      return { status: 201, body: { teamId } };
    },
  });
}

/** An operator gives a user one role, so a refusal names the member of that one. */
async function inOneRole<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const { 'roles[0]': role, ...others } = (error instanceof AppError ? error.errors : undefined) ?? {};
    throw role === undefined ? error : validationFailed({ role, ...others });
  }
}
