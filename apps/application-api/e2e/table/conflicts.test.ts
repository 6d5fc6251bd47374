import { expect, test } from 'vitest';
import { newOwner } from '../people.ts';
import { conflictsElsewhere } from './conflicts-elsewhere.ts';
import { Conflicts } from './conflicts.ts';
import { document, judged } from './judged.ts';
import { all } from './operations.ts';
import { makeTargets, rightRequest } from './targets.ts';

const owner = await newOwner({ requestsPerMinute: 10_000_000 });
const targets = await makeTargets(owner);
const conflicts = new Conflicts(owner, targets);

const unforced = new Set(
  conflictsElsewhere.flatMap(({ code, operations }) => operations.map((name) => `${name} ${code}`)),
);
const promised = all.flatMap(([name, operation]) => {
  const { responses = {} } = document.operations.find(({ operationId }) => operationId === name) ?? {};
  return (responses['409']?.['x-codes'] ?? []).map((code) => [name, code, operation] as const);
});

test.each(promised.filter(([name, code]) => !unforced.has(`${name} ${code}`)))(
  '%s is 409 %s',
  async (_, code, operation) => {
    const { status, body } = await judged(await conflicts.force(operation, code));
    expect([status, body.errorCode]).toEqual([409, code]);
    expect(body.data === null).toBe(code !== 'duplicate_found');
  },
);

test('no conflict is said to be forced elsewhere that the document does not promise', () => {
  const names = promised.map(([name, code]) => `${name} ${code}`);
  expect([...unforced].filter((name) => !names.includes(name))).toEqual([]);
});

const conditional = all.filter(([, { headers }]) => headers !== undefined && 'if-match' in headers.shape);

test.each(conditional)('%s takes no version but the present one', async (_, operation) => {
  const asked = { ...rightRequest(operation, targets), token: owner.token };
  for (const condition of ['"nonsense"', 'W/"1"', '"nonsense", "other"', '"99"']) {
    const { status, body } = await judged({ ...asked, headers: { 'if-match': condition } });
    expect([status, body.errorCode]).toEqual([409, 'concurrency_conflict']);
  }
  const untagged = await judged({ ...asked, headers: { 'if-match': 'nonsense' } });
  expect([untagged.status, Object.keys(untagged.body.errors ?? {})]).toEqual([400, ['If-Match']]);
  const { status } = await judged({ ...asked, headers: { 'if-match': '*' } });
  expect(status).toBe(200);
});
