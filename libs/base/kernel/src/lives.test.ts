import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkGuesses, lives, secondsOf } from './lives.ts';

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
  ['integrators/people.md', `Its link is good once, for ${lives.verification} and ${linkGuesses.inWords} guesses`],
  [
    'integrators/companies.md',
    `The link is good for ${lives.verification} and for ${linkGuesses.inWords} wrong passwords`,
  ],
  ['integrators/companies.md', `is verified after ${lives.unverifiedTenant} is suspended`],
  ['integrators/companies.md', `within ${lives.idempotencyKey}`],
  ['integrators/synchronise.md', `A key is kept for ${lives.idempotencyKey}.`],
  ['integrators/marketing-emails.md', `${lives.sentFile} after it was sent`],
  ['operators/mails.md', `an invitation and a verification are good for ${lives.invitation}`],
  ['operators/mails.md', `reset for ${lives.passwordReset}`],
  ['operators/subscriptions.md', `the end of grace, ${lives.grace} later`],
  ['operators/subscriptions.md', `gives another ${lives.grace}`],
  ['operators/plans-and-usage.md', `kept for ${lives.audit}`],
  ['operators/tenants-and-audit.md', `kept for ${lives.audit}`],
  ['integrators/credentials.md', `an entry for ${lives.audit}`],
  ['operators/sign-ups.md', `is suspended after ${lives.unverifiedTenant} without one`],
])('docs/%s says: %s', async (page, said) => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs', page), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(said);
});
