import type { ChangeContext } from '@rapport/audit';
import { statement, type Sql } from '@rapport/database';
import { AppError } from '@rapport/kernel';
import type { DataScope } from '@rapport/kinds';

/** A user may do and see this. */
export interface HeldRights {
  readonly userId: string;
  readonly permissions: readonly string[];
  readonly dataScope: DataScope;
  readonly teamId: string | null;
  readonly isOwner: boolean;
}

/** Those of a user that is changed, or that is just being made and has no records yet. */
interface TouchedRights extends Omit<HeldRights, 'userId'> {
  readonly userId: string | null;
}

/** The rights of the user who makes the change; undefined for an operator and the system, which may do all. */
export async function rightsOfActor(
  context: ChangeContext,
  sql: Sql,
  tenantId: string,
): Promise<HeldRights | undefined> {
  const { kind, name } = context.actor;
  if (kind !== 'user') {
    return undefined;
  }
  const [row] = await sql.query<HeldRights>(context, findRights.with({ tenantId, userId: name }));
  return row ?? { userId: name, permissions: [], dataScope: 'own', teamId: null, isOwner: false };
}

/** No caller gives or touches more than it has: throws 403 where the rights reach beyond those of the actor. */
export function requireWithin(actor: HeldRights | undefined, touched: TouchedRights): void {
  if (actor === undefined) {
    return;
  }
  if (touched.isOwner && !actor.isOwner) {
    throw new AppError('permission_denied', 'Owners are changed by owners alone, and made by them; ask one of them.');
  }
  requirePermissionsWithin(actor, touched.permissions);
  if (!seesRecordsOf(actor, touched)) {
    throw beyondScope(actor, `that of the user, ${touched.dataScope}, shows records that you do not see`);
  }
}

/** The check of permissions alone. */
export function requirePermissionsWithin(actor: HeldRights | undefined, permissions: readonly string[]): void {
  const beyond = permissions.filter((permission) => actor !== undefined && !actor.permissions.includes(permission));
  if (beyond.length > 0) {
    throw new AppError(
      'permission_denied',
      `You do not hold ${beyond.sort().join(', ')}, which this would give or touch; ask a user who does.`,
    );
  }
}

/** For what reaches users of every data scope. */
export function requireScopeAll(actor: HeldRights | undefined): void {
  if (actor !== undefined && actor.dataScope !== 'all') {
    throw beyondScope(actor, 'this reaches every user who holds the role, so it takes the data scope all');
  }
}

/** Of two users with the data scope own, neither sees the records of the other. */
function seesRecordsOf(actor: HeldRights, { userId, dataScope, teamId }: TouchedRights): boolean {
  const hasNoOthers = dataScope === 'own' && (userId === null || userId === actor.userId);
  switch (actor.dataScope) {
    case 'all':
      return true;
    case 'team':
      return dataScope !== 'all' && (hasNoOthers || isSameTeam(actor, teamId));
    case 'own':
      return hasNoOthers;
  }
}

function isSameTeam(actor: HeldRights, teamId: string | null): boolean {
  return teamId !== null && teamId === actor.teamId;
}

function beyondScope({ dataScope }: HeldRights, why: string): AppError {
  return new AppError('permission_denied', `Your data scope is ${dataScope}, and ${why}; ask a user who sees more.`);
}

// The rights that an active user holds at this moment.
const findRights = statement(
  'held_rights',
  `select id as "userId", data_scope as "dataScope", team_id as "teamId", 'owner' = any(roles) as "isOwner",
  array(select distinct permission from control.role cross join unnest(role.permissions) as permission
    where role.tenant_id = membership.tenant_id and role.code = any(membership.roles)) as permissions
from control.membership where tenant_id = :tenantId and id = :userId and is_active`,
);
