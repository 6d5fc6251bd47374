import { statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { tenantStamp } from '../rules.ts';

/** A user as the cell knows it. */
export interface Member {
  readonly id: string;
  readonly teamId: string | null;
  readonly isActive: boolean;
  /** The user's version in control: a late or resumed change never undoes a newer one. */
  readonly version: number;
  /** The number of the user's view, where the change touches what the user may see. */
  readonly viewNumber?: number;
}

/**
 * Writes a user to the cell, with the number of its view, behind the tenant's lock: whoever stamps before it has committed
 * and is found by `followOwner`, and whoever stamps after it reads the new team. So the records that are to follow are followed after this.
 */
export async function putMember(sql: TenantSql, context: CallContext, member: Member): Promise<void> {
  const { id, teamId, isActive, version, viewNumber } = member;
  await sql.write(context, put, [id, teamId, isActive, version, viewNumber ?? null]);
}

const put = statement(
  'put_member',
  `with s as materialized (
     select ${tenantStamp} as at
   ),
   m as (
     insert into cell.member (tenant, id, team_id, is_active, version) select :tenant, $1::uuid, $2::uuid, $3::boolean, $4::bigint from s
     on conflict (tenant, id) do update set team_id = excluded.team_id, is_active = excluded.is_active, version = excluded.version
       where member.version < excluded.version
   )
   insert into tenant.view (principal_id, number, since) select $1, $5::int, s.at from s where $5::int is not null
   on conflict (principal_id) do update set number = excluded.number, since = excluded.since where view.number < excluded.number`,
);
