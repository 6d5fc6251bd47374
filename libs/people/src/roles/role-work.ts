import type { StatePublisher } from '@rapport/admission';
import { statement, type Database } from '@rapport/database';
import { scopes, type CallContext } from '@rapport/kernel';
import { changeView } from '@rapport/records';
import type { CellWork, CellWorkItem } from '@rapport/sagas';

/** Registers what a change of a role leaves to do for its users. */
export function registerRoleWork(cellWork: CellWork, database: Database, publisher: StatePublisher): void {
  cellWork.register('role', (context, item, stillAtIt) => bringUsers(context, database, publisher, item, stillAtIt));
}

/**
 * Gives every user of the role its new rights, in chunks by the users' ids. Begun again, it gives each user the same once
 * more, and no view a second number. A user who gets the role meanwhile has the new rights from that change.
 */
async function bringUsers(
  context: CallContext,
  database: Database,
  publisher: StatePublisher,
  { principalId: roleId }: CellWorkItem,
  stillAtIt: () => Promise<void>,
): Promise<void> {
  let after = beginning;
  for (;;) {
    const users = await database.control.query<BroughtUser>(context, bringChunk, [roleId, after, chunkSize, scopes]);
    const last = users.at(-1);
    if (!last) {
      return;
    }
    await Promise.all(users.map(({ id, number }) => publisher.publishUser(context, number, id)));
    for (const { id, number, cell, viewNumber } of users) {
      if (viewNumber > 1) {
        await changeView(context, database.tenant({ number, cell }), id, viewNumber);
      }
    }
    await stillAtIt();
    after = last.id;
  }
}

interface BroughtUser {
  readonly id: string;
  readonly number: number;
  readonly cell: string;
  readonly viewNumber: number;
}

const beginning = '00000000-0000-0000-0000-000000000000';
const chunkSize = 50;

// The next users of a role by their ids, with another version, and with another number of the view where they may read
// something else than that number stands for. $1 role $2 the last user of the chunk before $3 users $4 scopes
const bringChunk = statement(
  'role_bring_users',
  `with chunk as (
  select m.id, array(
    select distinct p from control.role held cross join unnest(held.permissions) p
    where held.tenant_id = m.tenant_id and held.code = any(m.roles) and p like '%.read' and p = any($4::text[])
    order by p) as reads
  from control.role r join control.membership m on m.tenant_id = r.tenant_id and r.code = any(m.roles)
  where r.id = $1 and m.id > $2::uuid order by m.id limit $3::int for no key update of m
),
brought as (
  update control.membership m set version = control.next_version(m.version), view_reads = chunk.reads,
    view_number = m.view_number + case when m.view_reads is distinct from chunk.reads then 1 else 0 end
  from chunk where m.id = chunk.id
  returning m.id, m.tenant_id, m.view_number as "viewNumber"
)
select brought.id, t.number, t.cell, brought."viewNumber" from brought join control.tenant t on t.id = brought.tenant_id
order by brought.id`,
);
