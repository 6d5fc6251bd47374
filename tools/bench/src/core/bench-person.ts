import {
  anyAddress,
  Browser,
  done,
  newEmail,
  signIn,
  Tenant,
  type PersonTokens,
  type RunningPlatform,
} from '@rapport/testbed';

/** A person who can sign in, with the tokens of a first session. */
export interface BenchPerson extends PersonTokens {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export interface PersonPlan {
  /** A new tenant's, unless one is given. */
  readonly tenantId?: string;
  readonly role?: string;
  readonly dataScope?: 'own' | 'team' | 'all';
  readonly teamId?: string;
}

/** A person of a tenant whose limit no bench reaches. */
export async function newPerson(
  platform: RunningPlatform,
  { tenantId, ...right }: PersonPlan = {},
): Promise<BenchPerson> {
  const { operator } = platform;
  const body = { email: newEmail(), name: 'A Person', role: 'salesperson', dataScope: 'all' as const, ...right };
  const params = { tenantId: tenantId ?? (await Tenant.make(operator)).id };
  const { userId, password } = done(await operator.createUser({ params, body }), 201);
  const credentials = { email: body.email, password: password ?? '' };
  return { id: userId, ...credentials, ...(await newSession(platform, credentials)) };
}

/** Signs in, with tokens that are good from now on. */
export function newSession(
  { baseUrl }: RunningPlatform,
  { email, password }: Pick<BenchPerson, 'email' | 'password'>,
): Promise<PersonTokens> {
  return signIn(baseUrl, new Browser(baseUrl, anyAddress()), { email, password });
}
