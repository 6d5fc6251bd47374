import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type {} from '@rapport/database/testing';
import { projectRoot } from '@rapport/local-platform/project';
import { fillImageFolder } from '@rapport/images';
import { installationSecrets, passwordName, services } from '@rapport/installation';
import { freePorts } from '@rapport/local-servers';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { known } from './known.ts';

const run = promisify(execFile);

let folder: string;
let secrets: string;
const suffix = randomBytes(4).toString('hex');
const running: ChildProcess[] = [];
const own = { uid: 65_532, gid: 65_532 };

/** The image's folder belongs to another user, who alone may write into it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-image-'));
  await fillImageFolder(projectRoot, join(folder, 'image'));
  secrets = join(folder, 'secrets');
  await mkdir(secrets);
  for (const [name, make] of Object.entries({ ...installationSecrets, OPERATOR_CREDENTIAL: () => 'rpt_op_image' })) {
    await writeFile(join(secrets, name), make());
  }
  await chmod(folder, 0o755);
});

afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
  }
  await rm(folder, { recursive: true, force: true });
});

test('an installation comes up from the image alone, and its services know what PostgreSQL refuses', async () => {
  const { words, start } = await installation();
  expect(await words(['migrate', 'status']).catch((error: { code: number }) => error.code)).toBe(1);
  expect(await words(['prepare'])).toContain('roles and databases are there');
  expect(await words(['prepare'])).toContain('roles and databases are there');
  expect(await words(['migrate', 'plan']).catch((error: { stdout: string }) => error.stdout)).toContain(
    'control: 0001',
  );
  const operator = ['--operator', 'image', '--credential-file', join(secrets, 'OPERATOR_CREDENTIAL')];
  expect(await words(['migrate', 'up', ...operator])).toContain('cell-1: up to date');
  expect(await words(['migrate', 'status'])).toContain('control: up to date');
  expect(await words(['operator', 'list'])).toMatch(/^name +image$/m);
  expect(await words(['migrate', 'up', '--help'])).toContain('Usage: rapport migrate up');

  const ports = await start();
  const admin = async (...more: string[]): Promise<Record<string, string>> => {
    const access = [
      '--operator-url',
      `http://127.0.0.1:${ports.operators}`,
      '--credential-file',
      join(secrets, 'OPERATOR_CREDENTIAL'),
    ];
    return JSON.parse(await words(['admin', ...more, ...access, '--json'])) as Record<string, string>;
  };
  const tenant = await admin('tenant', 'create', '--name', 'Image', '--owner-email', `owner-${suffix}@example.com`);
  const owner = tenant['owner'] as unknown as { userId: string };
  const client = await admin(
    'api-client',
    'create',
    '--tenant',
    known(tenant['tenantId']),
    '--name',
    'c',
    '--run-as',
    owner.userId,
  );
  const token = await tokenOf(known(ports.requests['token-service']), client);
  const create = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${ports.requests['public-api']}/api/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', externalId: 'erp-1' }),
    });
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
  for (const address of ['/console', '/console/console.js', '/console/console.css']) {
    expect((await fetch(`http://127.0.0.1:${ports.requests['public-api']}${address}`)).status).toBe(200);
  }
});

test('a process that waits for a database ends at SIGTERM, also as the first one of a container', async () => {
  const [port = 0, gone = 0] = await freePorts(2);
  const environment = {
    ...settingsOf('public-api', `postgres://rapport_public_api@127.0.0.1:${gone}/none`),
    MANAGEMENT_PORT: String(port),
  };
  const child = spawn('unshare', ['--pid', '--fork', '--kill-child', program(), main('public-api')], {
    env: environment,
    stdio: 'inherit',
  });
  running.push(child);
  await vi.waitUntil(() => isAnswered(`http://127.0.0.1:${port}/healthz`), { timeout: 60_000 });
  const { stdout } = await run('pgrep', ['-P', String(child.pid)]);
  process.kill(Number(stdout.trim()), 'SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

interface Installation {
  /** The output of the program of the image. */
  readonly words: (words: readonly string[]) => Promise<string>;
  /** Starts every service and waits until it is ready. */
  readonly start: () => Promise<{ requests: Record<string, number>; operators: number }>;
}

async function installation(): Promise<Installation> {
  const administrator = new URL(inject('postgresAdministratorUrl'));
  const urlOf = (role: string, database: string): string => `postgres://${role}@${administrator.host}/${database}`;
  const databases = { control: `rapport_image_control_${suffix}`, cell: `rapport_image_cell_${suffix}` };
  onTestFinished(async () => {
    for (const child of running.splice(0)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  const environment = {
    ...addresses('rapport_owner', urlOf, databases),
    ADMINISTRATOR_NAME: administrator.username,
    ADMINISTRATOR_PASSWORD: decodeURIComponent(administrator.password),
    SECRETS_FOLDER: secrets,
  };
  return {
    words: async (words) => (await run(program(), [main('rapport'), ...words], { ...own, env: environment })).stdout,
    start: async () => {
      const ports = await freePorts(services.length * 3);
      const requests: Record<string, number> = {};
      let operators = 0;
      for (const [index, { name, databaseRole = '' }] of services.entries()) {
        const [port = 0, management = 0, operatorPort = 0] = ports.slice(index * 3, index * 3 + 3);
        requests[name] = port;
        operators = name === 'subscription-service' ? operatorPort : operators;
        const env = {
          ...settingsOf(name, ''),
          ...addresses(databaseRole, urlOf, databases),
          PORT: String(port),
          MANAGEMENT_PORT: String(management),
          OPERATOR_PORT: String(operatorPort),
        };
        running.push(spawn(program(), [main(name)], { ...own, env, stdio: ['ignore', 'ignore', 'inherit'] }));
        await vi.waitUntil(() => isAnswered(`http://127.0.0.1:${management}/readyz`), {
          timeout: 60_000,
          interval: 100,
        });
      }
      return { requests, operators };
    },
  };
}

function addresses(
  role: string,
  urlOf: (role: string, database: string) => string,
  names: { control: string; cell: string },
): Record<string, string> {
  return {
    CONTROL_DATABASE_URL: urlOf(role, names.control),
    CELL_DATABASE_URLS: JSON.stringify({ 'cell-1': urlOf(role, names.cell) }),
    DATABASE_PASSWORD_FILE: join(secrets, passwordName(role as 'rapport_owner')),
  };
}

/** The settings of a service, with each secret as a file. */
function settingsOf(name: string, databaseUrl: string): Record<string, string> {
  const own = services.find((service) => service.name === name);
  return {
    NODE_ENV: 'production',
    SERVICE_INSTANCE: `${name}-0`,
    PORT: '0',
    LOG_LEVEL: 'warn',
    CONTROL_DATABASE_URL: databaseUrl,
    CELL_DATABASE_URLS: '{}',
    REDIS_URL: inject('redisUrl'),
    KAFKA_BROKERS: new URL(inject('kafkaUrl')).host,
    ISSUER: 'http://image.test',
    MAIL_URL: `file://${tmpdir()}`,
    MAIL_FROM: 'Rapport <no-reply@example.com>',
    ...Object.fromEntries((own?.secrets ?? []).map((secret) => [`${secret}_FILE`, join(secrets, secret)])),
  };
}

function program(): string {
  return join(folder, 'image', 'usr', 'local', 'bin', 'node');
}

function main(name: string): string {
  return join(folder, 'image', 'rapport', 'bin', name, 'main.js');
}

async function tokenOf(port: number, client: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: known(client['clientId']),
    client_secret: known(client['clientSecret']),
  });
  const answer = await fetch(`http://127.0.0.1:${port}/connect/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
