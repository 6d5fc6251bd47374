import type { Sql } from '@rapport/database';
import { serviceUnavailable } from '@rapport/kernel';
import { audit } from './audit.ts';
import type { ChangeContext } from './change-context.ts';

/**
 * Notes a change of a cell within its transaction. The audit is in control, and no transaction spans the two databases. Its
 * row is there before the change commits, so no change is without one. A row whose change did not happen is left where the
 * process dies between the two, or where control answers late: the tenant's lock is held meanwhile, so the change waits
 * for a second at most.
 */
export async function auditOfCell(
  context: ChangeContext,
  control: Sql,
  tenantId: string,
  event: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const refuse = (): void => late.reject(serviceUnavailable('The change was not noted in time; nothing was changed.'));
  const timer = setTimeout(refuse, noteMs);
  try {
    await Promise.race([audit(context, control, tenantId, event, subject, details), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const noteMs = 1_000;
