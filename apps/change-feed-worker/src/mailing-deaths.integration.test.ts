import { systemPython } from '@rapport/local-servers';
import { smtpPackages } from '@rapport/mail/testing';
import { test } from 'vitest';
import { expectFates } from './testing/expect-fates.ts';
import { dieAmidMails } from './testing/mailing-deaths.ts';

const python = await systemPython(smtpPackages);

if ('python' in python) {
  test('no address gets a mail twice from workers that are killed beside a server that refuses, and each is what was said of it', async () => {
    expectFates(await dieAmidMails(python.python, [200, 200]));
  }, 300_000);
} else {
  // It runs on a server of the system's packages, which this machine lacks.
  test.skip(`an SMTP server: ${python.missing}`);
}
