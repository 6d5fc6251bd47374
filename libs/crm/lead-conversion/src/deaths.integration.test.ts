import { databasesOfFile, hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { allRights, ConversionTenant, makingAll } from './testing/conversion-tenant.ts';

const databases = await databasesOfFile();

test('of a conversion whose process dies at any step all is there or nothing, and the same key finishes it once', async () => {
  const tenant = await ConversionTenant.create(databases, 1);
  const database = databases.connect('rapport_application_api');
  const context = tenant.caller();
  const { stores, members } = tenant;
  const campaignId = await tenant.make(context, stores.campaigns, { name: 'Campaign' });
  for (let diesAt = 1; ; diesAt += 1) {
    const lead = await tenant.make(context, stores.leads, { firstName: 'Ali', lastName: `Kaya ${diesAt}` });
    await tenant.make(context, stores.activities, { subject: 'Call', leadId: lead });
    await members.add(context, { campaignId, contactIds: [], leadIds: [lead], customerIds: [], status: null });
    const before = await tenant.changes(context);
    const key = { key: newId(), fingerprint: Buffer.from('x') };
    const mortality = new Mortality(diesAt);
    const dying = tenant.within(mortalDatabase(database, mortality));
    const died = await hasDied(dying.conversion.execute(context, makingAll(lead), allRights, key));
    const written = (await tenant.changes(context)).slice(before.length);
    expect([0, 6]).toContain(written.length);
    const { isReplayed } = await tenant.conversion.execute(context, makingAll(lead), allRights, key);
    expect(isReplayed).toBe(written.length > 0);
    const made = (await tenant.changes(context)).slice(before.length);
    expect(made.map(({ resource, operation }) => [resource, operation])).toEqual([
      [1, 'created'],
      [2, 'created'],
      [4, 'created'],
      [3, 'updated'],
      [5, 'updated'],
      [9, 'updated'],
    ]);
    if (!died) {
      expect(mortality.steps).toBeGreaterThan(10);
      return;
    }
  }
}, 60_000);
