import { systemPython } from '@rapport/local-servers';
import { smtpPackages } from '@rapport/mail/testing';
import { test } from 'vitest';
import { dieAmidMails, expectOnce } from './testing/mailing-deaths.ts';

const python = await systemPython(smtpPackages);

if ('python' in python) {
  test('a hundred kills amid mails to 200, and one amid a mail to 2,000', async () => {
    expectOnce(await dieAmidMails(python.python, [...Array<number>(100).fill(200), 2_000]));
  }, 1_800_000);
} else {
  // It runs on a server of the system's packages, which this machine lacks.
  test.skip(`an SMTP server: ${python.missing}`);
}
