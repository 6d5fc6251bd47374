import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import type { SenderService } from '@rapport/marketing-email';
import { senderContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function senderRoutes(tenants: TenantService, senders: SenderService) {
  return implement(senderContract)<ChangeContext>({
    listSenders: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      return { status: 200, body: { senders: await senders.list(context, tenant) } };
    },
    addSender: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await senders.add(context, tenant, body.address);
      return { status: 200, body: {} };
    },
    removeSender: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await senders.remove(context, tenant, body.address);
      return { status: 200, body: {} };
    },
  });
}
