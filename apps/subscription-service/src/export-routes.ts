import type { ChangeContext } from '@rapport/audit';
import type { Exports } from '@rapport/exports';
import { implement } from '@rapport/http-contract';
import { exportContract, ownExportContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function exportRoutes(tenants: TenantService, exports: Exports) {
  const { order, list, find, file } = handlersOf(tenants, exports);
  return implement(exportContract)<ChangeContext>({
    orderExport: order,
    listExports: list,
    getExport: find,
    fetchExportFile: file,
  });
}

/** Owners do with the exports of their tenant what operators do. */
export function ownExportRoutes(tenants: TenantService, exports: Exports) {
  const { order, list, find, file } = handlersOf(tenants, exports);
  return implement(ownExportContract)<ChangeContext>({
    orderOwnExport: order,
    listOwnExports: list,
    getOwnExport: find,
    fetchOwnExportFile: file,
  });
}

interface OfTenant {
  readonly params: { readonly tenantId: string };
}

interface OfExport {
  readonly params: OfTenant['params'] & { readonly exportId: string };
}

interface OfFile {
  readonly params: OfExport['params'] & { readonly name: string };
}

function handlersOf(tenants: TenantService, exports: Exports) {
  return {
    order: async (context: ChangeContext, { params }: OfTenant) => {
      const { id } = await tenants.reference(context, params.tenantId);
      return { status: 202, body: await exports.order(context, id) } as const;
    },
    list: async (context: ChangeContext, { params }: OfTenant) => {
      const { id } = await tenants.reference(context, params.tenantId);
      return { status: 200, body: { exports: await exports.list(context, id) } } as const;
    },
    find: async (context: ChangeContext, { params }: OfExport) => {
      const { id } = await tenants.reference(context, params.tenantId);
      return { status: 200, body: await exports.find(context, id, params.exportId) } as const;
    },
    file: async (context: ChangeContext, { params }: OfFile) => {
      const { id } = await tenants.reference(context, params.tenantId);
      return { status: 200, bytes: await exports.file(context, id, params.exportId, params.name) } as const;
    },
  };
}
