import { statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/** Whether the cell knows other users of this number. A schema with such users belongs to another tenant. */
export async function hasOtherMembers(context: CallContext, sql: TenantSql, userId: string): Promise<boolean> {
  return (await sql.query(context, findOther.with({ userId }))).length > 0;
}

// On either side of the user the index gives the next one, so nothing in between is read.
const findOther = statement(
  'other_members',
  `(select id from cell.member where tenant = :tenant and id < :userId limit 1)
union all
(select id from cell.member where tenant = :tenant and id > :userId limit 1)`,
);
