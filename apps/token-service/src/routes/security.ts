import { implement } from '@rapport/http-contract';
import { securityContract } from '@rapport/public-contract';
import type { TokenContext } from './tokens.ts';

/** Gives finders of a weakness the address to which they report it (RFC 9116). */
export function securityRoutes(issuerUrl: string, contact: string) {
  return implement(securityContract)<TokenContext>({
    getSecurityTxt: async () => ({
      status: 200,
      body: securityTxt(issuerUrl, contact, new Date()),
      headers: { 'cache-control': 'public, max-age=86400' },
    }),
  });
}

/** The text is good for half a year: who has read it reads it again within that time. It is another one each month. */
export function securityTxt(issuerUrl: string, contact: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7)).toISOString();
  const fields = {
    Contact: contact,
    Expires: expires.replace('.000Z', 'Z'),
    'Preferred-Languages': 'en',
    Canonical: `${issuerUrl}${securityContract.getSecurityTxt.path}`,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
