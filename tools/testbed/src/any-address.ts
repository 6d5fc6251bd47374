import { randomInt } from 'node:crypto';

/** An address of this machine that hardly another caller has, because failures and sign-ins are counted by the address. */
export function anyAddress(): string {
  return `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(2, 250)}`;
}
