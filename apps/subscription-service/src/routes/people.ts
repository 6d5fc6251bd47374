import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import type { PeopleService } from '@rapport/people';
import { peopleContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function peopleRoutes(tenants: TenantService, people: PeopleService) {
  return implement(peopleContract)<ChangeContext>({
    createUser: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { userId, password } = await people.createUser(context, tenant, body);
      return { status: 201, body: { userId, password } };
    },
    updateUser: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await people.updateUser(context, tenant, params.userId, body);
      return { status: 200, body: {} };
    },
    disableUser: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await people.setUserActive(context, tenant, params.userId, false);
      return { status: 200, body: {} };
    },
    enableUser: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await people.setUserActive(context, tenant, params.userId, true);
      return { status: 200, body: {} };
    },
    createTeam: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      return { status: 201, body: { teamId: await people.createTeam(context, tenant, body.name) } };
    },
  });
}
