import { statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { tenantStamp } from '../stamping/rules.ts';

/** A user as the cell knows it. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly teamId: string | null;
  readonly isActive: boolean;
  /** The user's version in control: a late or resumed change never undoes a newer one. */
  readonly version: number;
  /** The number of the user's view, where the change touches what the user may see. */
  readonly viewNumber?: number;
}

/**
 * Writes a user to the cell, with the number of its view, behind the tenant's lock. A write that was stamped before it
 * has committed, so `OwnerFollower` finds its record; a write that is stamped after it reads the new team. So the
 * records that are to follow their owner are followed after this.
 */
export async function putMember(context: CallContext, sql: TenantSql, member: Member): Promise<void> {
  const { id, name, teamId, isActive, version, viewNumber } = member;
  await sql.write(context, put.with({ id, teamId, isActive, version, viewNumber: viewNumber ?? null, name }));
}

const put = statement(
  'put_member',
  `with stamped as materialized (
     select ${tenantStamp} as at
   ),
   written as (
     insert into cell.member (tenant, id, team_id, is_active, version, name)
     select :tenant, :id::uuid, :teamId::uuid, :isActive::boolean, :version::bigint, :name::text from stamped
     on conflict (tenant, id) do update
       set team_id = excluded.team_id, is_active = excluded.is_active, version = excluded.version, name = excluded.name
       where member.version <= excluded.version
   )
   insert into tenant.view (principal_id, number, since)
   select :id, :viewNumber::int, stamped.at from stamped where :viewNumber::int is not null
   on conflict (principal_id) do update set number = excluded.number, since = excluded.since
     where view.number < excluded.number`,
);
