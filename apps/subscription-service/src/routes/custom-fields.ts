import type { ChangeContext } from '@rapport/audit';
import type { CustomFieldService } from '@rapport/custom-fields';
import { implement } from '@rapport/http-contract';
import { customFieldContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function customFieldRoutes(tenants: TenantService, customFields: CustomFieldService) {
  return implement(customFieldContract)<ChangeContext>({
    createCustomField: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { module, ...field } = body;
      await customFields.create(context, tenant, module, field);
      return { status: 201, body: {} };
    },
    listCustomFields: async (context, { params, query }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const found = await customFields.list(context, tenant, query.module);
      return {
        status: 200,
        body: { customFields: found.map(({ options, ...field }) => ({ ...field, options: [...options] })) },
      };
    },
    disableCustomField: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await customFields.setEnabled(context, tenant, params.module, params.key, false);
      return { status: 200, body: {} };
    },
    enableCustomField: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await customFields.setEnabled(context, tenant, params.module, params.key, true);
      return { status: 200, body: {} };
    },
  });
}
