import { createTestCell, type TestCell } from '@rapport/change-feed/testing';
import { systemPython } from '@rapport/local-servers';
import { SmtpServer, smtpPackages } from '@rapport/mail/testing';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { dieAmidMails, expectOnce } from './testing/mailing-deaths.ts';

const python = await systemPython(smtpPackages);
let cell: TestCell;
let server: SmtpServer;

if ('python' in python) {
  beforeAll(async () => {
    cell = await createTestCell(inject('postgresAdministratorUrl'));
    server = await SmtpServer.start(python.python, 'never');
  });
  afterAll(async () => {
    await server.stop();
    await cell.drop();
  });

  test('no address gets a mail twice from workers that are killed, and only what was in flight is in doubt', async () => {
    expectOnce(await dieAmidMails({ cell, kafkaUrl: inject('kafkaUrl'), server, mails: [200, 200, 200] }));
  }, 300_000);
} else {
  test.skip(`an SMTP server: ${python.missing}`);
}
