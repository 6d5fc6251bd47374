import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { OwnerFollower, putMember, type RecordDefinition } from '@rapport/records';
import type { CellWork, CellWorkItem } from '@rapport/sagas';

/** Registers the work in its tenant's cell that a change of a user leaves. */
export function registerUserWork(
  cellWork: CellWork,
  database: Database,
  synchronised: readonly RecordDefinition[],
): void {
  const follower = new OwnerFollower(synchronised);
  cellWork.register('user', (context, item, stillAtIt) => bringUser(context, database, follower, item, stillAtIt));
}

/** Writes member and view in one transaction, then the records, which follow their owner. A first view is no change. */
async function bringUser(
  context: CallContext,
  database: Database,
  follower: OwnerFollower,
  { principalId: userId }: CellWorkItem,
  stillAtIt: () => Promise<void>,
): Promise<void> {
  const [user] = await database.control.query<UserInControl>(context, findUser.with({ userId }));
  if (!user) {
    return;
  }
  const { number, cell, name, teamId, isActive, version, viewNumber } = user;
  const sql = database.tenant({ number, cell });
  await putMember(context, sql, {
    id: userId,
    name,
    teamId,
    isActive,
    version,
    ...(viewNumber > 1 && { viewNumber }),
  });
  await follower.follow(context, sql, { userId, actorId: null, afterChunk: stillAtIt });
}

interface UserInControl {
  number: number;
  cell: string;
  name: string;
  teamId: string | null;
  isActive: boolean;
  version: number;
  viewNumber: number;
}

const findUser = statement(
  'cell_work_user',
  `select tenant.number, tenant.cell, membership.name, membership.team_id as "teamId",
  membership.is_active as "isActive", membership.version, membership.view_number as "viewNumber"
from control.membership join control.tenant on tenant.id = membership.tenant_id where membership.id = :userId`,
);
