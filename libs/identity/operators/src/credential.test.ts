import { expect, test } from 'vitest';
import { newOperatorCredential } from './credential.ts';

test("an operator's credential is 43 characters of base 62, and no two are the same", () => {
  const made = Array.from({ length: 100 }, newOperatorCredential);
  for (const credential of made) {
    expect(credential).toMatch(/^rpt_op_[0-9A-Za-z]{43}$/);
  }
  expect(new Set(made).size).toBe(100);
});
