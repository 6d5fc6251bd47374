import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { PrivateAuthority, systemPython } from '@rapport/local-servers';
import { startTelemetry } from '@rapport/telemetry';
import { afterAll, describe, expect, test } from 'vitest';
import { MailMetrics } from './mail-metrics.ts';
import { MailSender } from './mail-sender.ts';
import { MailStore } from './mail-store.ts';
import { Postbox } from './postbox.ts';
import { SmtpServer, smtpPackages, type SmtpRule } from './testing/index.ts';
import { transportOf } from './transports/transport-of.ts';

const context = untracedContext();
const store = new MailStore();
const python = await systemPython(smtpPackages);
const known = getCACertificates();
const databases = await databasesOfFile();
const due = statement('t_due', 'update control.mail set due_on = clock_timestamp() where content is not null');

const owner = databases.connect('rapport_owner', { poolSize: 2 });
const [authority, stranger] = [await PrivateAuthority.make(), await PrivateAuthority.make()];
setDefaultCACertificates([...known, authority.certificate]);
afterAll(async () => {
  setDefaultCACertificates(known);
  await Promise.all([authority.end(), stranger.end()]);
});

describe.skipIf('missing' in python).each([
  ['starttls', 'smtp'],
  ['always', 'smtps'],
] as const)('a server with TLS %s', (tls, protocol) => {
  test('what it has wrong is said once until it changes, counted for each mail, and over without a restart', async () => {
    const server = await SmtpServer.start('python' in python ? python.python : '', tls);
    const lines: { message: string; problem?: string }[] = [];
    const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logStream });
    const transport = transportOf({ url: `${protocol}://rapport:right%20words@localhost:${server.port}` });
    const metrics = new MailMetrics(telemetry.metrics);
    const from = { name: 'Rapport', address: 'rapport@localhost' };
    const database = databases.connect('rapport_application_api');
    const sender = new MailSender({ database, store, transport, from, metrics, telemetry });
    const mail = { subject: 'A subject', text: 'A text\n', html: '<p>A text</p>' };
    for (const name of ['one', 'two', 'three']) {
      await new Postbox(store).post(context, owner.control, { ...mail, to: `${name}@example.test` });
    }
    const wrongs: [string, SmtpRule][] = [
      ['ESOCKET UNABLE_TO_VERIFY_LEAF_SIGNATURE', { certificate: await stranger.issue() }],
      ['ESOCKET ERR_TLS_CERT_ALTNAME_INVALID', { certificate: await authority.issue({ host: 'other.example' }) }],
      ['ESOCKET CERT_HAS_EXPIRED', { certificate: await authority.issue({ days: -1 }) }],
      ['EAUTH 535', { certificate: await authority.issue(), AUTH: '535 no' }],
    ];
    for (const [, rule] of wrongs) {
      await server.follow(rule);
      await owner.control.query(context, due);
      await sender.sendAll(context);
    }
    expect(server.taken).toEqual([]);
    const message = 'the mail server takes no mails; they will be sent again';
    expect(lines).toMatchObject(wrongs.map(([problem]) => ({ message, problem })));
    expect(await telemetry.metrics.text()).toContain('mail_deliveries_total{outcome="failed"} 12');
    await server.follow({});
    await owner.control.query(context, due);
    await sender.sendAll(context);
    await expect.poll(() => server.taken, { timeout: 10_000 }).toHaveLength(3);
    await sender.close();
    await server.stop();
  });
});
