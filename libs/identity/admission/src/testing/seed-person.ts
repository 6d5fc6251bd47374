import { randomInt } from 'node:crypto';
import type { Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { insertCell, insertIdentity, insertTenant, insertUser } from './seed-statements.ts';

export interface SeededPerson {
  readonly kind: 'person';
  readonly userId: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly epoch: number;
}

/** A person in a tenant of its own, in control alone, as a verified token names it. */
export async function seedPerson(context: CallContext, sql: Sql): Promise<SeededPerson> {
  const person = {
    kind: 'person',
    userId: newId(),
    tenantId: newId(),
    sessionId: newId(),
    tokenId: newId(),
    epoch: 1,
  } as const;
  const identityId = newId();
  await sql.query(context, insertCell);
  // Test files have databases of their own and share a Redis, whose keys begin with this number.
  await sql.query(context, insertTenant.with({ ...person, number: randomInt(1, 2 ** 31) }));
  await sql.query(context, insertIdentity.with({ identityId }));
  await sql.query(context, insertUser.with({ ...person, identityId }));
  return person;
}
