import { Browser, done, newEmail, signIn, Tenant, type PersonTokens, type TemporaryPlatform } from '@rapport/testbed';

/** A person who can sign in, with the tokens of a first session. */
export interface BenchPerson extends PersonTokens {
  readonly email: string;
  readonly password: string;
}

/** A person of a tenant whose limit no bench reaches. */
export async function newPerson({ operator, baseUrl }: TemporaryPlatform): Promise<BenchPerson> {
  const { id: tenantId } = await Tenant.make(operator);
  const body = { email: newEmail(), name: 'A Person', role: 'salesperson', dataScope: 'all' as const };
  const { password } = done(await operator.createUser({ params: { tenantId }, body }), 201);
  const credentials = { email: body.email, password: password ?? '' };
  return { ...credentials, ...(await signIn(baseUrl, new Browser(baseUrl), credentials)) };
}
