import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listeningPort } from '@rapport/local-servers/listening-port';
import { done, guideFiles, issueToken } from '@rapport/testbed';
import { afterAll, expect, test } from 'vitest';
import { baseUrl, newOwner, operator, type Person } from './people.ts';

const folder = await guideFiles('history.md');
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

test.each([
  ['Another server', (_: IncomingMessage, res: ServerResponse) => res.end('<!doctype html>')],
  ['Nothing', (req: IncomingMessage) => req.destroy()],
])('the program of the guide ends with a sentence where it is true that %s answers', async (what, answer) => {
  await writeFile(
    join(folder, 'history.json'),
    JSON.stringify([{ id: 'old', customer: { id: 'firm', name: 'Firm' } }]),
  );
  const server = createServer(answer);
  const url = `http://127.0.0.1:${await listeningPort(server)}`;
  await expect(run({ token: 'a' }, 'b', `${url}/`)).rejects.toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: `${what} answers at ${url}; set BASE_URL to the address of the platform.\n`,
  });
  server.close();
});

async function run(
  { token }: Pick<Person, 'token'>,
  clientToken: string,
  platform = `${baseUrl}/`,
): Promise<{ stdout: string; stderr: string }> {
  const env = { BASE_URL: platform, CLIENT_TOKEN: clientToken, PERSON_TOKEN: token, NODE_NO_WARNINGS: '1' };
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
