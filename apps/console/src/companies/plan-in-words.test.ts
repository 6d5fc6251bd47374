import { expect, test } from 'vitest';
import { includedInWords, planInWords, useInWords } from './plan-in-words.ts';

const entitlements = {
  publicApi: false,
  requestsPerMinute: 600,
  tokenRequestsPerMinute: 30,
  users: 3,
  records: null,
  feedRetentionDays: 90,
};

test.each([
  [49, 14, 'Gold: 49 EUR a month, 14 days on trial'],
  [0, 0, 'Gold: free of charge'],
  [null, 0, 'Gold: price by agreement'],
])('a plan for %s with %i days of trial says so', (pricePerMonth, trialDays, words) => {
  const plan = { code: 'gold', name: 'Gold', currency: 'EUR', isSelfService: true, entitlements };
  expect(planInWords({ ...plan, pricePerMonth, trialDays })).toBe(words);
});

test('a plan says what it includes, and that null is no bound', () => {
  expect(includedInWords(entitlements).slice(0, 3)).toEqual([
    '3 users',
    'Any number of customers, contacts, leads and opportunities',
    'No API clients',
  ]);
});

test('a use stands beside its bound', () => {
  expect([useInWords(2, 3), useInWords(2, null)]).toEqual(['2 of 3', '2, without a limit']);
});
