import { databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { newOperatorCredential, Operators } from '@rapport/operators';
import { expect, test } from 'vitest';
import { ensureOperatorOfUp } from './prepare-platform.ts';

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner', { poolSize: 1 });

test('a data folder that lost its credential gets another one, under a name of its own', async () => {
  const operators = new Operators(owner);
  const ask = (credential: string) => operators.authenticate(untracedContext(), `Bearer ${credential}`);
  const [lost, found] = [newOperatorCredential(), newOperatorCredential()];
  for (const credential of [lost, found, found]) {
    await ensureOperatorOfUp(owner, credential);
  }
  expect(await ask(lost)).toBe('up');
  expect(await ask(found)).toMatch(/^up [0-9a-f-]{36}$/);
  expect(await operators.list(untracedContext())).toHaveLength(2);
});
