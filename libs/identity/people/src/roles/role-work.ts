import type { StatePublisher } from '@rapport/admission';
import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { changeView } from '@rapport/records';
import type { CellWork, CellWorkItem } from '@rapport/sagas';

/** Registers what a change of a role leaves to do for its users. */
export function registerRoleWork(cellWork: CellWork, database: Database, publisher: StatePublisher): void {
  cellWork.register('role', (context, item, stillAtIt) => bringUsers(context, database, publisher, item, stillAtIt));
}

/**
 * Lets every user of the role have its new rights, in chunks by the users' ids: first at every process, then in the cell.
 * Begun again, it does the same once more. A user who gets the role meanwhile has the new rights from that change.
 */
async function bringUsers(
  context: CallContext,
  database: Database,
  publisher: StatePublisher,
  { principalId: roleId }: CellWorkItem,
  stillAtIt: () => Promise<void>,
): Promise<void> {
  const forEachChunk = async (bring: (users: readonly BroughtUser[]) => Promise<unknown>): Promise<void> => {
    for (let after: string | undefined = beginning; after !== undefined;) {
      const users: BroughtUser[] = await database.control.query(context, findChunk.with({ roleId, after, chunkSize }));
      await bring(users);
      await stillAtIt();
      after = users.at(-1)?.id;
    }
  };
  await forEachChunk((users) => Promise.all(users.map(({ id, number }) => publisher.publishUser(context, number, id))));
  await forEachChunk(async (users) => {
    for (const { id, number, cell, viewNumber } of users) {
      if (viewNumber > 1) {
        await changeView(context, database.tenant({ number, cell }), id, viewNumber);
      }
    }
  });
}

interface BroughtUser {
  readonly id: string;
  readonly number: number;
  readonly cell: string;
  readonly viewNumber: number;
}

const beginning = '00000000-0000-0000-0000-000000000000';
const chunkSize = 50;

// The next users of a role by their ids.
const findChunk = statement(
  'role_users',
  `select membership.id, tenant.number, tenant.cell, membership.view_number as "viewNumber" from control.role
join control.membership on membership.tenant_id = role.tenant_id and role.code = any(membership.roles)
join control.tenant on tenant.id = membership.tenant_id
where role.id = :roleId and membership.id > :after::uuid order by membership.id limit :chunkSize::int`,
);
