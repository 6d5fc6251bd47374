import { systemPython } from '@rapport/local-servers';
import { smtpPackages } from '@rapport/mail/testing';
import { test } from 'vitest';
import { expectFates } from './testing/expect-fates.ts';
import { dieAmidMails } from './testing/mailing-deaths.ts';

const python = await systemPython(smtpPackages);

if ('python' in python) {
  test('fifty kills amid mails to 200, and one amid a mail to 2,000, beside a server that refuses, closes and stalls', async () => {
    expectFates(await dieAmidMails(python.python, [...Array<number>(50).fill(200), 2_000]));
  }, 1_800_000);
} else {
  // It runs on a server of the system's packages, which this machine lacks.
  test.skip(`an SMTP server: ${python.missing}`);
}
