import { expect, test } from 'vitest';
import { checkSync } from './check-sync.ts';

test.each([
  ['restore-of-a-cell', 'Add --all, without which restore-of-a-cell cannot be played.'],
  ['no such play', 'nothing here has one of them in its name'],
])('--only %s is no play of the short set, and a sentence says so', (only, sentence) => {
  expect(() => checkSync({ all: false, only, scale: '1' }, () => undefined)).toThrow(sentence);
});
