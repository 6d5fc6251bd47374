import { createClient } from '@rapport/http-contract/client';
import { done, newEmail, operatorContract } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';

const { operatorUrl, operatorCredential } = inject('platform');
const headers = () => ({ authorization: `Bearer ${operatorCredential}` });
const operator = createClient(operatorContract, { baseUrl: operatorUrl, headers });

test('a tenant is made in the cell that the operator names, and an unknown cell is a 400 that names those that take tenants', async () => {
  const made = await operator.createTenant({ body: { ...aTenant(), cell: 'nowhere' } });
  expect(made).toMatchObject({ status: 400, body: { errors: { cell: [expect.stringContaining('nowhere')] } } });
  const [{ cell } = expect.fail('there is no tenant')] = done(await operator.listTenants(), 200).tenants;
  expect(JSON.stringify(made.body)).toContain(cell);
  done(await operator.createTenant({ body: { ...aTenant(), cell } }), 201);
});

function aTenant() {
  return { organisationName: 'A tenant', ownerEmail: newEmail() };
}
