import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { freePorts } from '@rapport/local-servers';
import { byInstallation } from '@rapport/operators';
import { ensureCells } from '@rapport/tenants';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { bundle } from './bundle.ts';

const credential = 'rpt_op_x';

test('a bundled subscription service makes tenants, because the template of their schema is inside', async () => {
  const databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  onTestFinished(() => databases.drop());
  const owner = databases.connect('rapport_owner', { poolSize: 1 });
  await ensureCells(untracedContext(), owner.control, ['cell']);
  await byInstallation(owner, (operators, by) => operators.ensure(by, { name: 'test', credential }));
  const url = await started(await bundled('apps/subscription-service/src/main.ts'), databases);
  const answer = await fetch(`${url}/subscription/v1/operator/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ organisationName: 'A tenant', ownerEmail: 'owner@example.com' }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([201, { schema: 't00001' }]);
});

/** The folder lies inside the workspace, so that the bundle finds the packages that stay outside of it. */
async function bundled(entry: string): Promise<string> {
  const folder = await mkdtemp(join(resolve(import.meta.dirname, '..'), 'dist-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return bundle(entry, folder);
}

/** The operators' address of the service, when it is ready. */
async function started(file: string, databases: TestDatabases): Promise<string> {
  const [port, managementPort] = await freePorts(2);
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...environmentOf(databases),
      PORT: '0',
      OPERATOR_PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
    },
  });
  onTestFinished(() => ended(child));
  await vi.waitUntil(() => isReady(`http://127.0.0.1:${managementPort}`), { timeout: 30_000 });
  return `http://127.0.0.1:${port}`;
}

function environmentOf(databases: TestDatabases): Record<string, string> {
  const role = 'rapport_subscription_service';
  return {
    LOG_LEVEL: 'silent',
    CONTROL_DATABASE_URL: databases.url('control', role),
    CELL_DATABASE_URLS: JSON.stringify({ cell: databases.url('cell', role) }),
    REDIS_URL: inject('redisUrl'),
    ISSUER: 'http://127.0.0.1:1',
    KEY_ENCRYPTION_KEY: JSON.stringify({ k: key() }),
    SECRET_PEPPERS: JSON.stringify({ p: key() }),
    CLIENT_ID_KEY: key(),
    UNSUBSCRIBE_KEYS: JSON.stringify({ k: key() }),
  };
}

function key(): string {
  return randomBytes(32).toString('base64');
}

async function isReady(managementUrl: string): Promise<boolean> {
  return fetch(`${managementUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGKILL')) {
    await once(child, 'exit');
  }
}
