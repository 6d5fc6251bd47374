import { createHash } from 'node:crypto';
import { randomBase62 } from '@rapport/kernel';

/** `rpt_op_` and 43 characters of base 62: 256 bits. */
export function newOperatorCredential(): string {
  return `rpt_op_${randomBase62(43)}`;
}

/** A credential is random and long, so a plain digest of it tells nothing. */
export function digestOf(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}
