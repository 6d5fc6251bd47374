import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lives, secondsOf } from './lives.ts';

test.each([
  ['60 seconds', 60],
  ['15 minutes', 900],
  ['12 hours', 43_200],
  ['30 days', 2_592_000],
] as const)('%s are %d seconds', (life, seconds) => {
  expect(secondsOf(life)).toBe(seconds);
});

test.each([
  ['integrators/people.md', `A code is good for ${lives.authorizationCode} and once.`],
  ['integrators/people.md', `after ${lives.unusedSession} without a refresh and after ${lives.session} in all`],
  ['integrators/people.md', `stop every further attempt for up to ${lives.guess}`],
  ['integrators/people.md', `Its link is good once, for ${lives.verification}`],
  ['integrators/companies.md', `The link is good for ${lives.verification}`],
  ['integrators/companies.md', `is verified after ${lives.unverifiedTenant} is suspended`],
  ['integrators/companies.md', `within ${lives.idempotencyKey}`],
  ['integrators/synchronise.md', `A key is kept for ${lives.idempotencyKey}.`],
  ['integrators/marketing-emails.md', `${lives.sentFile} after it was sent`],
  ['operators/mails.md', `an invitation and a verification are good for ${lives.invitation}`],
  ['operators/mails.md', `reset for ${lives.passwordReset}`],
  ['operators/sign-ups.md', `is suspended after ${lives.unverifiedTenant} without one`],
])('docs/%s says: %s', async (page, said) => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs', page), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(said);
});
