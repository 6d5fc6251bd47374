import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { HeldSql } from '../testing/held-sql.ts';
import { namedCampaigns, namedMembers, namedRecords } from '../testing/named-records.ts';
import { NamedTenant } from '../testing/named-tenant.ts';
import { FanOutMetrics } from './fan-out-metrics.ts';
import { NameFanOut } from './name-fan-out.ts';

const databases = await databasesOfFile();

async function fanOut(): Promise<NameFanOut> {
  const { logger } = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  const definitions = [...namedRecords, namedCampaigns, namedMembers];
  return new NameFanOut({ definitions, metrics: new FanOutMetrics(new Metrics()), logger });
}

test('a round that is at remnants lets the names of a write through after each chunk', async () => {
  const tenant = await NamedTenant.create(databases, databases.connect('rapport_public_api'));
  const { caller } = tenant;
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(caller.tenant);
  const remnants = async (): Promise<number> => (await owner.query(caller, findRemnants)).length;
  const customer = await tenant.customer('Before');
  await tenant.addContacts(400, customer);
  await owner.write(caller, leaveRemnants.with({ campaignId: newId(), howMany: 1_000 }));
  const names = await fanOut();
  const held = new HeldSql(tenant.sql);
  const deleting = names.run(caller, held.sql, { actorId: null }, 60_000);
  const chunksWithoutNames = 2;
  held.pass(chunksWithoutNames);
  await expect.poll(() => held.asked).toBe(chunksWithoutNames + 1);
  await tenant.customers.update(caller, customer, { name: 'After' });
  const renaming = names.run(caller, tenant.sql, { actorId: null }, 60_000);
  // One chunk of remnants, the rows that are done, and three chunks of names.
  held.pass(5);
  await deleting;
  await expect.poll(() => held.asked).toBe(chunksWithoutNames + 6);
  expect([await tenant.staleCopies(), await remnants()]).toEqual([0, 700]);
  held.pass(Infinity);
  await renaming;
  expect(await remnants()).toBe(0);
  await expect.poll(() => tenant.openRows()).toBe(0);
});

/** Members of a campaign that is not there any more. */
const leaveRemnants = statement(
  'test_leave_remnants',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at),
left_over as (
  insert into tenant.campaign_member (id, campaign_id, contact_id, version, created_on, last_modified_on)
  select uuidv7(), :campaignId::uuid, uuidv7(), 1, at, at from stamped, generate_series(1, :howMany::int)
)
select cell.open_fan_out(:tenant, 6, :campaignId::uuid, at) from stamped`,
);
const findRemnants = statement('test_find_remnants', 'select from tenant.campaign_member');
