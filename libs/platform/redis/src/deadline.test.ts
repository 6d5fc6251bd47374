import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';

test('calls one after the other spend their waits together', () => {
  const deadline = new Deadline(150);
  for (const began of [0, 1_000]) {
    deadline.begin(began);
    deadline.end(began + 60, 0);
  }
  expect(deadline.remainingMs).toBe(30);
});

test('calls side by side spend the time that they share once', () => {
  const deadline = new Deadline(150);
  deadline.begin(0);
  deadline.begin(20);
  deadline.end(80, 0);
  deadline.end(100, 0);
  expect(deadline.remainingMs).toBe(50);
});

test('calls do not spend the time for which the process was busy', () => {
  const deadline = new Deadline(150);
  deadline.begin(0);
  deadline.begin(0);
  deadline.end(300, 280);
  deadline.end(310, 280);
  expect(deadline.remainingMs).toBe(120);
});
