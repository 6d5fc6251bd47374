import { createClient } from '@rapport/http-contract/client';
import { done, newEmail, operatorContract } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';

const { operatorUrl, operatorCredential } = inject('platform');
const headers = () => ({ authorization: `Bearer ${operatorCredential}` });
const operator = createClient(operatorContract, { baseUrl: operatorUrl, headers });

test('a tenant is made in the cell that the operator names, and an unknown cell is a 400 that names those that take tenants', async () => {
  const made = await operator.createTenant({ body: { ...aTenant(), cell: 'nowhere' } });
  expect(made).toMatchObject({ status: 400, body: { errors: { cell: [expect.stringContaining('nowhere')] } } });
  const { tenantId } = done(await operator.createTenant({ body: aTenant() }), 201);
  const { cell } = done(await operator.getTenant({ params: { tenantId } }), 200);
  expect(JSON.stringify(made.body)).toContain(cell);
  done(await operator.createTenant({ body: { ...aTenant(), cell } }), 201);
});

test('a tenant that was made is shown to operators whole', async () => {
  const made = done(
    await operator.createTenant({ body: { ...aTenant(), billing: 'manual', requestsPerMinute: 7 } }),
    201,
  );
  const shown = done(await operator.getTenant({ params: { tenantId: made.tenantId } }), 200);
  expect(shown).toMatchObject({
    ...{
      tenantId: made.tenantId,
      organisationName: 'A tenant',
      state: 'active',
      schema: made.schema,
      provisioning: null,
    },
    ...{ owners: [{ userId: made.owner.userId, email: made.owner.email }], use: { users: 1, records: 0 }, work: [] },
    ...{ subscription: { planCode: 'professional', status: 'active', billing: 'manual' } },
    ...{
      entitlements: { requestsPerMinute: 7 },
      overrides: { requestsPerMinute: 7 },
      schemaVersion: expect.any(Number) as number,
    },
  });
});

function aTenant() {
  return { organisationName: 'A tenant', ownerEmail: newEmail() };
}
