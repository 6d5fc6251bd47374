import { statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { tenantStamp } from '../stamping/rules.ts';

/**
 * Gives a principal's view its next number, with a stamp, so that no read from before it goes on. It comes after the
 * number is in control and before the caller of the change is answered. A late or resumed change never takes a number
 * back.
 */
export async function changeView(
  context: CallContext,
  sql: TenantSql,
  principalId: string,
  number: number,
): Promise<void> {
  await sql.write(context, change.with({ principalId, number }));
}

const change = statement(
  'change_view',
  `insert into tenant.view (principal_id, number, since) select :principalId::uuid, :number::int, ${tenantStamp}
   on conflict (principal_id) do update set number = excluded.number, since = excluded.since
     where view.number < excluded.number`,
);
