import { expect, test } from 'vitest';
import { baseUrl, newOwner } from './people.ts';

test.each([
  ['GET', 'get'],
  ['POST', 'disable'],
  ['POST', 'enable'],
])('%s role/%s of a text that no database can hold finds no role', async (method, step) => {
  const { token } = await newOwner();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${baseUrl}/api/v1/role/${step}/%00`, { method, headers });
  expect([answer.status, ((await answer.json()) as { errorCode: string }).errorCode]).toEqual([404, 'not_found']);
});
