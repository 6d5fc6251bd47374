import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { done, guideFiles, issueToken } from '@rapport/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseUrl, newOwner, operator, type Person } from './people.ts';

let folder: string;
beforeAll(async () => {
  folder = await guideFiles('history.md');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the program of the guide brings deals in with their stages, and a second run changes nothing', async () => {
  const person = await newOwner();
  const stages = ['negotiation', 'closedWon', 'closedLost'] as const;
  const deals = Array.from({ length: 210 }, (_, at) => ({
    id: `old-${at}`,
    customer: { id: `firm-${at % 7}`, name: `Firm ${at % 7}` },
    ...{ name: `Deal ${at}`, amount: at, currency: at === 3 ? 'euro' : 'EUR', expectedCloseDate: '2025-05-01' },
    stage: stages[at % 3],
    ...(at % 3 === 2 && { lostReason: 'Too dear & late' }),
  }));
  await writeFile(join(folder, 'history.json'), JSON.stringify(deals));

  const clientToken = await tokenOf(person);
  const first = await run(person, clientToken);
  expect(first.stderr).toMatch(/^opportunities old-3: .*currency.*\n$/u);
  expect(first.stdout).toBe(
    'customers: 7 are there, 0 were refused\nopportunities: 209 are there, 1 were refused\n209 deals have their stage\n',
  );
  const made = await opportunitiesOf(clientToken);
  expect(made).toHaveLength(209);
  for (const { externalId, stage } of made) {
    expect(stage, externalId).toBe(stages[Number(externalId.slice(4)) % 3]);
  }

  await run(person, clientToken);
  expect(await opportunitiesOf(clientToken)).toEqual(made);
});

async function run({ token }: Person, clientToken: string): Promise<{ stdout: string; stderr: string }> {
  const env = { BASE_URL: baseUrl, CLIENT_TOKEN: clientToken, PERSON_TOKEN: token, NODE_NO_WARNINGS: '1' };
  return promisify(execFile)(process.execPath, ['history.ts'], { cwd: folder, env });
}

async function tokenOf({ tenantId, userId }: Person): Promise<string> {
  const body = { name: 'An import', runAsUserId: userId };
  return issueToken(baseUrl, done(await operator.createApiClient({ params: { tenantId }, body }), 201));
}

interface Opportunity {
  readonly externalId: string;
  readonly stage: string;
}

async function opportunitiesOf(token: string): Promise<Opportunity[]> {
  const found: Opportunity[] = [];
  for (let query = 'pageSize=200'; query !== '';) {
    const answer = await fetch(`${baseUrl}/api/v1/opportunities?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await answer.json()) as { data: Opportunity[]; hasMore: boolean; nextCursor: string };
    found.push(...page.data);
    query = page.hasMore ? `cursor=${encodeURIComponent(page.nextCursor)}` : '';
  }
  return found;
}
