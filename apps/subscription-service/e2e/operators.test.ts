import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { exampleEntitlements } from '@rapport/kinds';
import { newOperatorCredential } from '@rapport/operators';
import { done, newEmail, newName, newSession, operatorContract, Tenant } from '@rapport/testbed';
import { describe, expect, inject, test, vi } from 'vitest';
import {
  asOperator,
  expectProblem,
  newTenant,
  operator,
  operatorWith,
  unknownId,
  type Answer,
  type Operator,
} from './operator.ts';

const { operatorUrl, operatorCredential, baseUrl } = inject('platform');

const made = await newTenant();
const [tenantId, userId] = [made.tenantId, made.owner.userId];

/** Every operation, on a thing of the tenant if it is about a tenant. */
const operations: Record<keyof Operator, (by: Operator, tenant: string) => Promise<Answer>> = {
  createTenant: (by) => by.createTenant({ body: { organisationName: 'x', ownerEmail: newEmail() } }),
  listTenants: (by) => by.listTenants(),
  getTenant: (by, id) => by.getTenant({ params: { tenantId: id } }),
  deleteTenant: (by, id) => by.deleteTenant({ params: { tenantId: id } }),
  getDeletion: (by, id) => by.getDeletion({ params: { tenantId: id } }),
  suspendTenant: (by, id) => by.suspendTenant({ params: { tenantId: id } }),
  resumeTenant: (by, id) => by.resumeTenant({ params: { tenantId: id } }),
  // No company of another test signs up after that.
  cancelUnverifiedTenants: (by) => by.cancelUnverifiedTenants({ body: { sinceUtc: '2200-01-01T00:00:00Z' } }),
  retryTenant: (by, id) => by.retryTenant({ params: { tenantId: id } }),
  cancelSubscription: (by, id) => by.cancelSubscription({ params: { tenantId: id }, body: {} }),
  reactivateSubscription: (by, id) => by.reactivateSubscription({ params: { tenantId: id }, body: {} }),
  changePlan: (by, id) => by.changePlan({ params: { tenantId: id }, body: { planCode: 'free' } }),
  changeSubscription: (by, id) => by.changeSubscription({ params: { tenantId: id }, body: {} }),
  listInvoices: (by, id) => by.listInvoices({ params: { tenantId: id } }),
  changeInvoice: (by, id) =>
    by.changeInvoice({ params: { tenantId: id, invoiceId: unknownId }, body: { dueOnUtc: '2026-01-31T09:30:00Z' } }),
  payInvoice: (by, id) => by.payInvoice({ params: { tenantId: id, invoiceId: unknownId } }),
  voidInvoice: (by, id) => by.voidInvoice({ params: { tenantId: id, invoiceId: unknownId } }),
  listPlans: (by) => by.listPlans(),
  putPlan: (by) => by.putPlan({ params: { code: 'unknown' }, body: { code: 'another', ...aPlan } }),
  changeEntitlements: (by, id) => by.changeEntitlements({ params: { tenantId: id }, body: { users: null } }),
  listUsage: (by, id) => by.listUsage({ params: { tenantId: id } }),
  orderExport: (by, id) => by.orderExport({ params: { tenantId: id } }),
  listExports: (by, id) => by.listExports({ params: { tenantId: id } }),
  getExport: (by, id) => by.getExport({ params: { tenantId: id, exportId: unknownId } }),
  fetchExportFile: (by, id) =>
    by.fetchExportFile({ params: { tenantId: id, exportId: unknownId, name: 'manifest.json' } }),
  listTenantAudit: (by, id) => by.listTenantAudit({ params: { tenantId: id } }),
  listAudit: (by) => by.listAudit({}),
  listUsageOfDay: (by) => by.listUsageOfDay({ query: { day: '2026-01-31' } }),
  listUsers: (by, id) => by.listUsers({ params: { tenantId: id } }),
  createUser: (by, id) => by.createUser({ params: { tenantId: id }, body: { email: newEmail(), name: 'x' } }),
  updateUser: (by, id) => by.updateUser({ params: { tenantId: id, userId }, body: { role: 'manager' } }),
  disableUser: (by, id) => by.disableUser({ params: { tenantId: id, userId } }),
  enableUser: (by, id) => by.enableUser({ params: { tenantId: id, userId } }),
  createTeam: (by, id) => by.createTeam({ params: { tenantId: id }, body: { name: 'x' } }),
  listApiClients: (by, id) => by.listApiClients({ params: { tenantId: id } }),
  createApiClient: (by, id) =>
    by.createApiClient({ params: { tenantId: id }, body: { name: 'x', runAsUserId: userId } }),
  updateApiClient: (by, id) => by.updateApiClient({ params: { tenantId: id, clientId: 'unknown' }, body: {} }),
  disableApiClient: (by, id) => by.disableApiClient({ params: { tenantId: id, clientId: 'unknown' } }),
  enableApiClient: (by, id) => by.enableApiClient({ params: { tenantId: id, clientId: 'unknown' } }),
  rotateSecret: (by, id) => by.rotateSecret({ params: { tenantId: id, clientId: 'unknown' }, body: {} }),
  listSecrets: (by, id) => by.listSecrets({ params: { tenantId: id, clientId: 'unknown' } }),
  revokeSecret: (by, id) =>
    by.revokeSecret({ params: { tenantId: id, clientId: 'unknown', secretId: unknownId }, body: {} }),
  listTokenAudit: (by, id) => by.listTokenAudit({ params: { tenantId: id, clientId: 'unknown' } }),
  listKeys: (by) => by.listKeys(),
  rotateKeys: (by) => by.rotateKeys({ body: {} }),
  revokeKey: (by) => by.revokeKey({ params: { kid: 'unknown' } }),
  listCells: (by) => by.listCells(),
  openCell: (by) => by.openCell({ params: { cell: 'unknown' }, body: {} }),
  closeCell: (by) => by.closeCell({ params: { cell: 'unknown' } }),
  createOperator: (by) => by.createOperator({ body: { name: newName('operator') } }),
  listOperators: (by) => by.listOperators(),
  revokeOperator: (by) => by.revokeOperator({ params: { name: 'unknown' } }),
  createCustomField: (by, id) =>
    by.createCustomField({
      params: { tenantId: id },
      body: { module: 'customers', key: 'region', label: 'A field', fieldType: 'text' },
    }),
  listCustomFields: (by, id) => by.listCustomFields({ params: { tenantId: id }, query: { module: 'customers' } }),
  disableCustomField: (by, id) =>
    by.disableCustomField({ params: { tenantId: id, module: 'customers', key: 'region' } }),
  enableCustomField: (by, id) => by.enableCustomField({ params: { tenantId: id, module: 'customers', key: 'region' } }),
  addSender: (by, id) => by.addSender({ params: { tenantId: id }, body: { address: 'news@example.com' } }),
  listSenders: (by, id) => by.listSenders({ params: { tenantId: id } }),
  removeSender: (by, id) => by.removeSender({ params: { tenantId: id }, body: { address: 'news@example.com' } }),
  listSuppressed: (by, id) => by.listSuppressed({ params: { tenantId: id } }),
  addSuppressed: (by, id) => by.addSuppressed({ params: { tenantId: id }, body: { address: 'ada@example.com' } }),
  removeSuppressed: (by, id) => by.removeSuppressed({ params: { tenantId: id }, body: { address: 'ada@example.com' } }),
};

/** A body that is valid but for its code, which is not that of the address. */
const aPlan = {
  ...{ name: 'x', pricePerMonth: null, currency: 'EUR', trialDays: 0, isSelfService: false },
  entitlements: exampleEntitlements,
};
const ofThePlatform = [
  'cancelUnverifiedTenants',
  'createTenant',
  'listTenants',
  'listAudit',
  'listUsageOfDay',
  'listPlans',
  'putPlan',
  'listKeys',
  'rotateKeys',
  'revokeKey',
  'listCells',
  'openCell',
  'closeCell',
  'createOperator',
  'listOperators',
  'revokeOperator',
];

const refused: Readonly<Record<string, readonly [authorization: string | undefined, code: string]>> = {
  'no credential': [undefined, 'token_missing'],
  'another scheme': ['Basic eDp5', 'token_missing'],
  'a credential of another installation': [`Bearer ${newOperatorCredential()}`, 'token_invalid'],
  'a credential that was revoked': [`Bearer ${await newRevoked()}`, 'token_invalid'],
  'a credential that has ended': [`Bearer ${await newEnded()}`, 'token_invalid'],
  'the token of a person': [`Bearer ${await newPerson()}`, 'token_invalid'],
};

async function newRevoked(): Promise<string> {
  const name = newName('revoked');
  const { credential } = done(await operator.createOperator({ body: { name } }), 201);
  done(await operator.revokeOperator({ params: { name } }), 200);
  return credential;
}

async function newEnded(): Promise<string> {
  const expiresOnUtc = new Date(Date.now() + 2_000).toISOString();
  const { credential } = done(await operator.createOperator({ body: { name: newName('ended'), expiresOnUtc } }), 201);
  const ending = operatorWith({ authorization: `Bearer ${credential}` });
  await vi.waitUntil(async () => (await ending.listOperators()).status === 401, { timeout: 10_000 });
  return credential;
}

async function newPerson(): Promise<string> {
  const person = await (await Tenant.make(operator)).person({ role: 'owner' });
  return (await newSession(baseUrl, person)).accessToken;
}

describe.each(Object.entries(operations))('%s', (name, call) => {
  test('the operation is 401 with a challenge but for an operator whose credential is good', async () => {
    for (const [authorization, code] of Object.values(refused)) {
      const answer = await call(operatorWith(authorization === undefined ? {} : { authorization }), tenantId);
      expectProblem(answer, 401, code);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    }
  });

  test('the front address does not know the operation, whatever the credential', async () => {
    const atTheFront = operatorWith(asOperator, { baseUrl });
    expectProblem(await call(atTheFront, tenantId), 404, 'route_not_found');
  });

  if (operatorContract[name as keyof Operator].method !== 'get') {
    test('the operation takes no reason that is no UTF-8', async () => {
      const unreadable = { ...asOperator, 'rapport-reason': '%FC' };
      const answer = await call(operatorWith(unreadable), tenantId);
      expect(expectProblem(answer, 400, 'validation_failed').errors).toHaveProperty('Rapport-Reason');
    });
  }

  if (!ofThePlatform.includes(name)) {
    test('the operation is 404 for an unknown tenant', async () => {
      expectProblem(await call(operator, unknownId), 404, 'not_found');
      expectProblem(await call(operator, 'no-id'), 404, 'not_found');
    });
  }
});

test("an operator's name is given once, an end in the past is refused, and an unknown operator is 404", async () => {
  const name = newName('operator');
  done(await operator.createOperator({ body: { name } }), 201);
  expectProblem(await operator.createOperator({ body: { name } }), 409, 'name_conflict');
  const late = await operator.createOperator({ body: { name: newName(), expiresOnUtc: '2026-01-31T09:30:00Z' } });
  expect(expectProblem(late, 400, 'validation_failed').errors).toHaveProperty('expiresOnUtc');
  expectProblem(await operator.revokeOperator({ params: { name: newName() } }), 404, 'not_found');
  const { operators } = done(await operator.listOperators(), 200);
  expect(operators.find((each) => each.name === name)).toMatchObject({ revokedOnUtc: null, lastUsedOnUtc: null });
});

test.each([
  '/subscription/v1/operator/tenants',
  '//subscription/v1/operator/tenants',
  '/api/v1/../../subscription/v1/operator/tenants',
  '/api/v1/%2e%2e/%2e%2e/subscription/v1/operator/tenants',
  '/%73ubscription/v1/operator/tenants',
  '/connect/..%2fsubscription/v1/operator/tenants',
  `${operatorUrl}/subscription/v1/operator/tenants`,
])('the front address does not lead to the operators by the target %s', async (target) => {
  const answer = await rawGet(new URL(baseUrl), target);
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
  expect(answer).not.toContain('"tenants"');
});

/** Sends the target as it stands, which no client library does. */
async function rawGet({ hostname, port }: URL, target: string): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port) });
  const host = new URL(operatorUrl).host;
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${operatorCredential}\r\nConnection: close\r\n\r\n`,
  );
  return text(socket);
}
