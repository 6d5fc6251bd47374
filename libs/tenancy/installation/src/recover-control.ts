import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/** Begins a new life of a control that was brought back to an earlier moment. Done again it does no harm. Every cell has to answer. */
export async function recoverControl(
  context: CallContext,
  database: Database,
  lastInvoice: number,
): Promise<{ readonly highestTenant: number }> {
  let highestTenant = 0;
  for (const name of database.cellNames) {
    const [row] = await database.cell(name).query<{ highest: number }>(context, findHighest);
    highestTenant = Math.max(highestTenant, row?.highest ?? 0);
  }
  await database.control.query(context, beginLife.with({ highestTenant }));
  await database.control.query(context, raiseInvoices.with({ lastInvoice }));
  return { highestTenant };
}

const findHighest = statement(
  'recovery_highest_tenant',
  'select coalesce(max(tenant), 0) as highest from cell.tenant_schema',
);

const beginLife = statement('recovery_begin_life', 'call control.begin_new_life(:highestTenant)');

const raiseInvoices = statement(
  'recovery_raise_invoices',
  'update control.invoice_number set last = greatest(last, :lastInvoice)',
);
