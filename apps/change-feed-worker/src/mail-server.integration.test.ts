import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCell, until, type TestCell } from '@rapport/change-feed/testing';
import { statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import { freePort, PrivateAuthority, systemPython } from '@rapport/local-servers';
import { SmtpServer, smtpPackages, type SmtpRule } from '@rapport/mail/testing';
import { MailingTenant, type MailCounts } from '@rapport/marketing-email/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { WorkerProcess } from './testing/worker-process.ts';

const python = await systemPython(smtpPackages);
let cell: TestCell;
let server: SmtpServer;
let tenant: MailingTenant;
let worker: WorkerProcess;

async function start(tls: 'never' | 'starttls', more: Record<string, string> = {}): Promise<void> {
  const query = tls === 'never' ? '?tls=off' : '';
  worker = WorkerProcess.start(cell, inject('kafkaUrl'), await freePort(), {
    MARKETING_MAIL_URL: `smtp://rapport:right%20words@127.0.0.1:${server.port}${query}`,
    ...more,
  });
  await until(() => worker.isReady());
}

let mails = 0;

/** A mail to five addresses, which are of its own. */
async function send(): Promise<{ id: string; addresses: string[] }> {
  mails += 1;
  const addresses = Array.from({ length: 5 }, (_, n) => `${n}@m${mails}.example`);
  return { id: await tenant.send(await tenant.campaign(addresses)), addresses };
}

/** The first words of the server on one of the recipients. */
async function problemOf(id: string): Promise<string> {
  let problem = '';
  await until(async () => {
    const [row] = await tenant.ask<{ problem: string }>(findProblem.with({ id }));
    problem = row?.problem ?? '';
    return problem !== '';
  });
  return problem;
}

const findProblem = statement(
  'test_mail_problem',
  'select problem from tenant.marketing_recipient where mail_id = :id::uuid and problem is not null limit 1',
);

/** The server does otherwise; each mail gets its own connection, so that the next rule counts from its first words. */
const keepsNone: SmtpRule = { IDLE: 'close' };

function cameTo(addresses: readonly string[]): string[] {
  return server.taken.flatMap(({ to }) => to).filter((address) => addresses.includes(address));
}

async function ended(id: string): Promise<MailCounts> {
  await until(async () => (await tenant.read(id)).status === 'sent');
  return tenant.read(id);
}

if ('python' in python) {
  beforeAll(async () => {
    cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
    const people = cell.databases.connect('rapport_application_api');
    tenant = await MailingTenant.create(cell.databases, people, cell.owner);
    server = await SmtpServer.start(python.python, 'never');
    await server.follow(keepsNone);
    await start('never');
  });
  afterAll(async () => {
    await worker.kill();
    await server.stop();
    await cell.databases.drop();
  });

  test.each<[string, SmtpRule]>([
    ['that greets with 421', { GREETING: '421 too many of you' }],
    ['that refuses the password', { AUTH: '535 no' }],
    ['that refuses the sender for good', { MAIL: '550 not you' }],
    ['that refuses recipients for now', { RCPT: '450 later' }],
    ['that refuses the data for now', { DATA: '451 later' }],
    ['that ends each connection at its first words', { GREETING: 'close' }],
    ['that ends each connection at a recipient', { RCPT: 'close' }],
  ])('a server %s gets the mail once when it takes mails again', async (_, rule) => {
    await server.follow(rule);
    const { id, addresses } = await send();
    await problemOf(id);
    expect(await tenant.read(id)).toMatchObject({ sentCount: 0, bouncedCount: 0 });
    await server.follow(keepsNone);
    expect(await ended(id)).toMatchObject({ recipientCount: 5, sentCount: 5, inDoubtCount: 0 });
    expect(cameTo(addresses).toSorted()).toEqual(addresses);
  });

  test.each<[string, SmtpRule]>([
    ['recipients', { RCPT: '550 none of that name' }],
    ['the message', { BEHIND: '554 no advertisements' }],
  ])('what a server says of %s for good bounces', async (_, rule) => {
    await server.follow(rule);
    const { id, addresses } = await send();
    expect(await ended(id)).toMatchObject({ recipientCount: 5, sentCount: 0, bouncedCount: 5, inDoubtCount: 0 });
    await server.follow(keepsNone);
    expect(cameTo(addresses)).toEqual([]);
  });

  test('a connection that ends behind the data leaves the mail in doubt, and nothing is sent again', async () => {
    await server.follow({ BEHIND: 'close' });
    const { id, addresses } = await send();
    expect(await ended(id)).toMatchObject({ recipientCount: 5, sentCount: 0, inDoubtCount: 5 });
    await server.follow(keepsNone);
    expect(cameTo(addresses)).toEqual([]);
  });

  test('a worker that stops beside a server that says nothing leaves nobody in doubt', async () => {
    await server.follow({ RCPT: 'silence' });
    const { id, addresses } = await send();
    await until(() => server.silences >= 5);
    worker.signal('SIGTERM');
    expect(await worker.exited()).toBe(0);
    expect(new Set((await tenant.states(id)).map(({ recipient }) => recipient))).toEqual(new Set(['waiting']));
    await server.follow(keepsNone);
    await start('never');
    expect(await ended(id)).toMatchObject({ recipientCount: 5, sentCount: 5, inDoubtCount: 0 });
    expect(cameTo(addresses)).toHaveLength(5);
  });

  test('a mail comes back to an address of its recipient alone, where there is a domain for that', async () => {
    await worker.kill();
    await start('never', { MARKETING_MAIL_BOUNCE_DOMAIN: 'bounces.example' });
    const { id, addresses } = await send();
    await ended(id);
    const came = server.taken.filter(({ to }) => to.some((address) => addresses.includes(address)));
    const tokens = came.map(({ content }) => /^List-Unsubscribe: <.*\/([\w-]+)>/m.exec(content)?.[1]);
    expect(new Set(tokens).size).toBe(5);
    expect(came.map(({ from }) => from)).toEqual(tokens.map((token) => `b-${token}@bounces.example`));
  });

  test('a server without STARTTLS gets nothing where TLS is asked for', async () => {
    await worker.kill();
    await start('starttls');
    const { id, addresses } = await send();
    expect(await problemOf(id)).toBe('ETLS 454');
    expect(await tenant.read(id)).toMatchObject({ status: 'sending', sentCount: 0, bouncedCount: 0 });
    expect(cameTo(addresses)).toEqual([]);
  });

  test('a certificate of a private authority that has run out is said once and counted, until the server has a good one', async () => {
    const authority = await PrivateAuthority.make();
    const trusted = await mkdtemp(join(tmpdir(), 'rapport-trusted-'));
    await writeFile(join(trusted, 'ca.crt'), authority.certificate);
    const plain = server;
    server = await SmtpServer.start('python' in python ? python.python : '', 'starttls');
    await server.follow({ certificate: await authority.issue({ host: '127.0.0.1', days: -1 }) });
    await worker.kill();
    await start('starttls', { LOG_LEVEL: 'warn', NODE_USE_SYSTEM_CA: '1', SSL_CERT_DIR: trusted });
    const { id, addresses } = await send();
    expect(await problemOf(id)).toBe('ESOCKET CERT_HAS_EXPIRED');
    const said = () => worker.logLines.filter((line) => line.includes('CERT_HAS_EXPIRED'));
    await until(async () => (await worker.metrics()).includes('deliveries_total{outcome="notBegun"} 10'));
    await until(() => said().length > 0);
    await server.follow({ certificate: await authority.issue({ host: '127.0.0.1' }) });
    expect(await ended(id)).toMatchObject({ recipientCount: 5, sentCount: 5 });
    expect(said()).toHaveLength(1);
    expect(cameTo(addresses)).toHaveLength(5);
    await plain.stop();
    await authority.end();
    await rm(trusted, { recursive: true, force: true });
  });
} else {
  // It runs on a server of the system's packages, which this machine lacks.
  test.skip(`an SMTP server: ${python.missing}`);
}
