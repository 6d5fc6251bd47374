import { issueToken, type RunningPlatform, type Tenant } from '@rapport/testbed';
import type { Answer, SentWith } from './answer.ts';
import type { ModelUser, Viewer } from './model.ts';
import { clerkRole } from './people/conversion/clerk-role.ts';
import { Person } from './people/person.ts';
import type { Members } from './resources.ts';

/** An API client of the tenant. */
export class Party implements Viewer {
  readonly name: string;
  readonly user: ModelUser;
  views = 0;
  readonly #baseUrl: string;
  readonly #token: string;

  constructor(user: ModelUser, baseUrl: string, token: string) {
    this.name = user.name;
    this.user = user;
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  async send(method: string, path: string, more: SentWith = {}): Promise<Answer> {
    const { body, key, ifMatch, ifNoneMatch } = more;
    const answer = await fetch(`${this.#baseUrl}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      etag: answer.headers.get('etag'),
      isReplay: answer.headers.get('idempotency-replayed') === 'true',
      body: text === '' ? {} : (JSON.parse(text) as Members),
    };
  }
}

/** A tenant with two teams, four users, and for each scope a client and its user in person. */
export interface World {
  readonly tenant: Tenant;
  readonly teams: readonly [string, string];
  readonly users: readonly ModelUser[];
  readonly parties: readonly [Party, ...Party[]];
  /** The first one sees everything. */
  readonly people: readonly [Person, ...Person[]];
  /** Has a role of its own, whose permissions change. */
  readonly clerk: Person;
}

export async function makeWorld(platform: RunningPlatform, tenant: Tenant): Promise<World> {
  const teams = [await tenant.team(), await tenant.team()] as const;
  const plans = [
    { name: 'all', scope: 'all', teamId: teams[0] },
    { name: 'team', scope: 'team', teamId: teams[0] },
    { name: 'own', scope: 'own', teamId: teams[1] },
    { name: 'colleague', scope: 'own', teamId: teams[0] },
  ] as const;
  const people = await Promise.all(plans.map((plan) => Person.hire(platform, tenant.id, plan)));
  const users = people.map(({ user }) => user);
  const [first, ...others] = await Promise.all(
    users.slice(0, plans.length - 1).map(async (user) => {
      const credentials = await tenant.client({ runAsUserId: user.id });
      return new Party(user, platform.baseUrl, await issueToken(platform.baseUrl, credentials));
    }),
  );
  const [seeing, ...limited] = people;
  if (first === undefined || seeing === undefined) {
    throw new Error('a world has a client and a person');
  }
  const made = await seeing.send('POST', 'role/create', { body: clerkRole() });
  if (made.status !== 200) {
    throw new Error(`the role of the clerk was answered ${made.status} ${JSON.stringify(made.body)}`);
  }
  const clerk = await Person.hire(platform, tenant.id, { name: 'clerk', scope: 'all', teamId: teams[0] }, 'clerk');
  return { tenant, teams, users, parties: [first, ...others], people: [seeing, ...limited], clerk };
}

const answerMs = 15_000;
