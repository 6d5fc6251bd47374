import { expect, test } from 'vitest';
import { KnownStatements } from './known-statements.ts';

const ofLength = (name: string, length: number) => ({ name, text: 'x'.repeat(length) });

function knowing(textMax: number): { statements: KnownStatements; gone: string[] } {
  const gone: string[] = [];
  return { statements: new KnownStatements(textMax, (name) => gone.push(name)), gone };
}

test('the texts are bounded together, and a long one takes the place of those that were not used for longest', () => {
  const { statements, gone } = knowing(100);
  for (const name of ['a', 'b', 'c', 'd']) {
    statements.keep(ofLength(name, 25));
  }
  statements.keep(ofLength('a', 25));
  expect(gone).toEqual([]);
  statements.keep(ofLength('long', 50));
  expect(gone).toEqual(['b', 'c']);
  statements.keep(ofLength('e', 25));
  expect(gone).toEqual(['b', 'c', 'd']);
});

test('a statement that comes for the first time displaces no other, and one that comes again does', () => {
  const { statements, gone } = knowing(100);
  expect(statements.meet(ofLength('a', 60))).not.toBeNull();
  expect(statements.meet(ofLength('b', 60))).toBeNull();
  expect(statements.meet(ofLength('a', 60))).not.toBeNull();
  expect(gone).toEqual([]);
  expect(statements.meet(ofLength('b', 60))).not.toBeNull();
  expect(gone).toEqual(['a']);
});

test('the columns of a statement are kept with it, and lost with it', () => {
  const { statements } = knowing(100);
  const known = statements.keep(ofLength('a', 60));
  expect(statements.meet(ofLength('a', 60))).toBe(known);
  statements.keep(ofLength('b', 60));
  expect(statements.keep(ofLength('a', 60))).not.toBe(known);
});

test('a statement that is longer than the bound is kept alone', () => {
  const { statements, gone } = knowing(100);
  statements.keep(ofLength('a', 60));
  statements.keep(ofLength('long', 200));
  statements.keep(ofLength('b', 60));
  expect(gone).toEqual(['a', 'long']);
});
