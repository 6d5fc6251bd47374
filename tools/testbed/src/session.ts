import { Browser, signIn, type PersonTokens } from '@rapport/rapport';
import { anyAddress } from './any-address.ts';
import type { Person } from './tenant.ts';

/** Signs a person in, from an address of its own unless another one is given. */
export function newSession(
  baseUrl: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
  from = anyAddress(),
): Promise<PersonTokens> {
  return signIn(baseUrl, new Browser(baseUrl, from), { email, password });
}
