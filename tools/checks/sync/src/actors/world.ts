import { issueToken, type RunningPlatform, type Tenant } from '@rapport/testbed';
import type { ModelUser, Viewer } from '@rapport/testbed/model';
import { ask, type Access, type Answer, type SentWith } from './ask.ts';
import { Person } from './person.ts';

/** An API client of the tenant. */
export class Party implements Viewer {
  readonly name: string;
  readonly user: ModelUser;
  readonly isPerson = false;
  views = 0;
  readonly #access: Access;

  constructor(user: ModelUser, access: Access) {
    this.name = user.name;
    this.user = user;
    this.#access = access;
  }

  send(method: string, path: string, sent: SentWith = {}): Promise<Answer> {
    return ask(this.#access, method, path, sent);
  }
}

/** A tenant with two teams, four users, and for each scope a client and its user in person. */
export interface World {
  readonly platform: RunningPlatform;
  readonly tenant: Tenant;
  readonly teams: readonly [string, string];
  readonly users: readonly ModelUser[];
  readonly parties: readonly [Party, ...Party[]];
  /** The first one sees everything. */
  readonly people: readonly [Person, ...Person[]];
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
      const token = await issueToken(platform.baseUrl, await tenant.client({ runAsUserId: user.id }));
      return new Party(user, { baseUrl: platform.baseUrl, token });
    }),
  );
  const [seeing, ...limited] = people;
  if (first === undefined || seeing === undefined) {
    throw new Error('a world has a client and a person');
  }
  return { platform, tenant, teams, users, parties: [first, ...others], people: [seeing, ...limited] };
}
