import { Browser, signIn, type PersonTokens } from '@rapport/local-platform';
import { anyAddress } from './any-address.ts';

/** Signs a person in, from an address that hardly another caller has. */
export function newSession(baseUrl: string, person: Parameters<typeof signIn>[2]): Promise<PersonTokens> {
  return signIn(baseUrl, new Browser(baseUrl, anyAddress()), person);
}
