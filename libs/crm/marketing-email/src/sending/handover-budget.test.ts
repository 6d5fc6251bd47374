import { expect, test } from 'vitest';
import { HandoverBudget } from './handover-budget.ts';

const megabyte = 1_048_576;
const { signal } = new AbortController();
const budgetOf = (slots: number) => new HandoverBudget({ slots, perSecond: 1_000_000 });

test('mails take as many slots as their bytes leave, and wait for bytes that are given back', async () => {
  const budget = budgetOf(100);
  expect(await budget.take(50, 10 * megabyte, signal)).toBe(6);
  const next = budget.take(50, 10 * megabyte, signal);
  expect(await budget.take(50, megabyte, signal)).toBe(4);
  budget.giveBack(6, 10 * megabyte, 0);
  expect(await next).toBe(6);
});

test('a mail that is larger than all bytes together goes alone', async () => {
  const budget = budgetOf(100);
  expect(await budget.take(50, 100 * megabyte, signal)).toBe(1);
  const next = budget.take(50, 1, signal);
  budget.giveBack(1, 100 * megabyte, 0);
  expect(await next).toBe(50);
});
