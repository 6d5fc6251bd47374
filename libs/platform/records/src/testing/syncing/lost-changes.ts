import { statement } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import type { RequestContext } from '@rapport/kernel';

/** Takes the newest change of a tenant out of its logs, as a recovery does that lost its commit. */
export async function loseNewestChange(databases: TestDatabases, context: RequestContext): Promise<void> {
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(context.tenant);
  await owner.query(context, lostChange);
}

const lostChange = statement(
  'test_lost_change',
  `with newest as materialized (
     select max(occurred_on) as at from (
       select occurred_on from tenant.change_feed
       union all
       select occurred_on from cell.outbox where tenant = :tenant
     ) item
   ),
   moved as (delete from tenant.change_feed using newest where occurred_on = at)
   delete from cell.outbox using newest where tenant = :tenant and occurred_on = at`,
);
