import { systemPython } from '@rapport/local-servers';
import { smtpPackages } from '@rapport/mail/testing';
import { test } from 'vitest';
import { dieAmidMails, expectOnce } from './testing/mailing-deaths.ts';

const python = await systemPython(smtpPackages);

if ('python' in python) {
  test('no address gets a mail twice from workers that are killed, and only what was in flight is in doubt', async () => {
    expectOnce(await dieAmidMails(python.python, [200, 200]));
  }, 300_000);
} else {
  // It runs on a server of the system's packages, which this machine lacks.
  test.skip(`an SMTP server: ${python.missing}`);
}
