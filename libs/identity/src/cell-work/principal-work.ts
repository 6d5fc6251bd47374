import { statement, type Database } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import { changeView, OwnerFollower, putMember, type Resource } from '@rapport/records';
import type { CellWork, CellWorkItem } from './cell-work.ts';

/** Registers what a change of a user or of a client has to do in its tenant's cell. */
export function registerPrincipalWork(cellWork: CellWork, database: Database, synchronised: readonly Resource[]): void {
  const follower = new OwnerFollower(synchronised);
  cellWork.register('user', (context, item, stillAtIt) => bringUser(database, follower, context, item, stillAtIt));
  cellWork.register('client', (context, item) => bringClient(database, context, item));
}

/** The member and the view first, in one transaction, then the records, which take the team of their owner along. */
async function bringUser(
  database: Database,
  follower: OwnerFollower,
  context: CallContext,
  item: CellWorkItem,
  stillAtIt: () => Promise<void>,
): Promise<void> {
  const [user] = await database.control.query<UserInControl>(context, findUser, [item.principalId]);
  if (!user) {
    return;
  }
  const sql = database.tenant(tenantOf(item, user));
  const { teamId, isActive, version, viewNumber } = user;
  await putMember(context, sql, { id: item.principalId, teamId, isActive, version, ...changedView(viewNumber) });
  await follower.follow(context, sql, { userId: item.principalId, actorId: null, afterChunk: stillAtIt });
}

async function bringClient(database: Database, context: CallContext, item: CellWorkItem): Promise<void> {
  const [client] = await database.control.query<ClientInControl>(context, findClient, [item.principalId]);
  if (client && client.viewNumber > firstView) {
    await changeView(context, database.tenant(tenantOf(item, client)), item.principalId, client.viewNumber);
  }
}

/** The view that a principal begins with is no change of one. */
const firstView = 1;

function changedView(viewNumber: number): { viewNumber?: number } {
  return viewNumber > firstView ? { viewNumber } : {};
}

interface InCell {
  number: number;
  cell: string;
}

interface UserInControl extends InCell {
  teamId: string | null;
  isActive: boolean;
  version: number;
  viewNumber: number;
}

interface ClientInControl extends InCell {
  viewNumber: number;
}

function tenantOf(item: CellWorkItem, { number, cell }: InCell): TenantRef {
  return { id: item.tenantId, number, cell };
}

const findUser = statement(
  'cell_work_user',
  `select t.number, t.cell, m.team_id as "teamId", m.is_active as "isActive", m.version, m.view_number as "viewNumber"
from control.membership m join control.tenant t on t.id = m.tenant_id where m.id = $1`,
);

const findClient = statement(
  'cell_work_client',
  `select t.number, t.cell, c.view_number as "viewNumber" from control.api_client c join control.tenant t on t.id = c.tenant_id where c.id = $1`,
);
