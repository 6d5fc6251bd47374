import { Browser, consoleClientId, done, postForm, Processes, signIn } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';
import { as, baseUrl, newColleague, newOwner, operator, type Person } from './people.ts';

const replicas = (await new Processes(inject('platform')).of('application-api')).map(({ url }) => url);

/** A siege must not come to the limit of the person while a change takes its time. */
const unlimited = { requestsPerMinute: 10_000_000 };

/** Requests that a person sends to every replica all the time, each with the moment in which it left. */
class Siege {
  readonly #sent: { readonly leftAt: number; readonly status: number }[] = [];
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(token: string, path: string) {
    this.#running = replicas.flatMap((url) => [1, 2, 3].map(() => this.#ask(url + path, token)));
  }

  /** The requests with this answer that left at this time or later. */
  count(status: number, sinceMs = 0): number {
    return this.#sent.filter((each) => each.status === status && each.leftAt >= sinceMs).length;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #ask(url: string, token: string): Promise<void> {
    const isSearch = url.endsWith('/search');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    while (!this.#isOver) {
      const leftAt = performance.now();
      const answer = await fetch(url, isSearch ? { method: 'POST', headers, body: '{}' } : { headers });
      await answer.text();
      this.#sent.push({ leftAt, status: answer.status });
    }
  }
}

/** Makes the change under siege. From its answer on no request of the person may be let through. */
async function expectEnd(person: Pick<Person, 'token'>, path: string, refused: number, change: () => Promise<unknown>) {
  const siege = new Siege(person.token, path);
  await expect.poll(() => siege.count(200), { timeout: 10_000 }).toBeGreaterThan(20);
  await change();
  const answeredAt = performance.now();
  await expect.poll(() => siege.count(refused, answeredAt), { timeout: 10_000 }).toBeGreaterThan(20);
  await siege.end();
  expect(siege.count(200, answeredAt)).toBe(0);
}

test('there is more than one replica', () => {
  expect(replicas.length).toBeGreaterThan(1);
});

test('after a user was disabled no replica lets a request of the user through', async () => {
  const owner = await newOwner(unlimited);
  const person = await newColleague(owner);
  await expectEnd(person, '/api/v1/user/me', 401, async () =>
    done(await as(owner).disableUser({ params: { id: person.userId } }), 200),
  );
});

test('after the sessions of a user were ended no replica lets a request of one through', async () => {
  const owner = await newOwner(unlimited);
  const person = await newColleague(owner);
  await expectEnd(person, '/api/v1/user/me', 401, async () =>
    done(await as(owner).endUserSessions({ params: { id: person.userId } }), 200),
  );
});

test('after a refresh token was revoked no replica takes an access token of its session', async () => {
  const owner = await newOwner(unlimited);
  const { email, password } = await newColleague(owner);
  const tokens = await signIn(baseUrl, new Browser(baseUrl), { email, password });
  await expectEnd({ token: tokens.accessToken }, '/api/v1/user/me', 401, async () => {
    const form = { token: tokens.refreshToken, client_id: consoleClientId };
    expect((await postForm(`${baseUrl}/connect/revocation`, form)).status).toBe(200);
  });
});

test('after a role lost a permission no replica lets its users do what needs it', async () => {
  const owner = await newOwner(unlimited);
  const role = { code: 'keeper', name: 'Keeper', permissions: ['users.manage'] };
  done(await as(owner).createRole({ body: role }), 200);
  const person = await newColleague(owner, { role: 'keeper' });
  await expectEnd(person, '/api/v1/role/search', 403, async () =>
    done(await as(owner).updateRole({ body: { ...role, permissions: [] } }), 200),
  );
});

test('after a tenant was suspended no replica takes a change, and reads go on', async () => {
  const owner = await newOwner(unlimited);
  const reads = new Siege(owner.token, '/api/v1/user/me');
  done(await operator.suspendTenant({ params: { tenantId: owner.tenantId } }), 200);
  const answeredAt = performance.now();
  const writes = await Promise.all(
    replicas.map((url) =>
      fetch(`${url}/api/v1/team/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: '{"name": "A team"}',
      }),
    ),
  );
  expect(writes.map(({ status }) => status)).toEqual(replicas.map(() => 403));
  await expect.poll(() => reads.count(200, answeredAt), { timeout: 10_000 }).toBeGreaterThan(20);
  await reads.end();
  expect(reads.count(403)).toBe(0);
});
