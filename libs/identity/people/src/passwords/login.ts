import { randomBase62, type CallContext } from '@rapport/kernel';
import type { Passwords } from './passwords.ts';

export interface Login {
  readonly password: string;
  readonly passwordHash: string;
}

/** A password for the first sign-in that an operator hands over, and its hash. It takes a while, so callers make it before a transaction begins. */
export async function newLogin(context: CallContext, passwords: Passwords): Promise<Login> {
  const password = randomBase62(20);
  return { password, passwordHash: await passwords.hash(context, 'operators', password) };
}
