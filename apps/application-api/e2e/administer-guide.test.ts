import { execFile, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { guideFiles, newEmail } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { baseUrl, newOwner } from './people.ts';

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test.skipIf(!hasTools)('each command of the guide for administrators is answered with success', async () => {
  const owner = await newOwner();
  const folder = await guideFiles('administer.md');
  const email = newEmail();
  const env = { PATH: process.env['PATH'] ?? '', BASE_URL: `${baseUrl}/`, TOKEN: owner.token, EMAIL: email };
  const { stdout } = await promisify(execFile)('sh', ['-eu', 'administer.sh'], { cwd: folder, env });
  await rm(folder, { recursive: true });

  const answers = stdout
    .split(/(?<=\})\s*(?=\{)/)
    .map((text) => JSON.parse(text) as { isSuccess?: boolean; access_token?: string });
  expect(answers.filter((answer) => answer.isSuccess !== true && answer.access_token === undefined)).toEqual([]);
  expect(answers.length).toBeGreaterThan(20);
  expect(
    await ask(owner.token, 'user/search', { filters: [{ field: 'email', operator: 'eq', value: email }] }),
  ).toMatchObject({
    items: [{ name: 'Mary Greig', roles: ['fieldSales', 'salesperson'], dataScope: 'all', isActive: true }],
  });
  expect(await ask(owner.token, 'custom-field/search', {})).toMatchObject({
    items: [{ key: 'region', label: 'Sales region', options: ['north', 'south', 'east'], isActive: true }],
  });
  expect(await ask(owner.token, 'api-client/search', {})).toMatchObject({
    items: [{ name: 'Web shop', scopes: ['customers.read', 'customers.write', 'users.read'], isActive: true }],
  });
  expect(await ask(owner.token, 'customer/search', {})).toMatchObject({
    items: [{ name: 'Analytical Engines Ltd' }],
  });
});

async function ask(token: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: unknown }).data;
}
