import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { cellContract } from '@rapport/subscription-contract';
import type { Cells } from '@rapport/tenants';

export function cellRoutes(cells: Cells) {
  return implement(cellContract)<ChangeContext>({
    listCells: async (context) => ({ status: 200, body: { cells: await cells.list(context) } }),
    openCell: async (context, { params, body }) => {
      await cells.open(context, params.cell, body.tenantsMax);
      return { status: 200, body: {} };
    },
    closeCell: async (context, { params }) => {
      await cells.close(context, params.cell);
      return { status: 200, body: {} };
    },
  });
}
