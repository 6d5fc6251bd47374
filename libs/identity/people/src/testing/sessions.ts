import { operator } from '@rapport/container/testing';
import { statement, type Database } from '@rapport/database';
import { BrowserSignIns, Sessions } from '@rapport/sessions';
import type { Container } from 'inversify';
import { expect } from 'vitest';

/** Begins a session of a user, from a browser that signs in for it. */
export async function beginSession(running: Container, asOwner: Database, userId: string): Promise<string> {
  type Found = { id: string; passwordHash: string; epoch: number };
  const [found] = await asOwner.control.query<Found>(operator, findUser.with({ userId }));
  const { epoch, ...identity } = found ?? expect.fail('no identity');
  const session = await asOwner.control.transaction(operator, async (sql) => {
    const browser = await running.get(BrowserSignIns).begin(operator, sql, identity);
    const begun = { userId, epoch, clientId: 'a client', browserId: browser?.id ?? '', isBrief: false };
    return running.get(Sessions).begin(operator, sql, begun);
  });
  return session ?? expect.fail('no session');
}

export async function isAlive(asOwner: Database, sessionId: string): Promise<boolean> {
  return (await asOwner.control.query(operator, findAlive.with({ sessionId }))).length > 0;
}

const findUser = statement(
  't_session_user',
  `select identity.id, identity.password_hash as "passwordHash", membership.epoch
from control.membership join control.identity on identity.id = membership.identity_id where membership.id = :userId`,
);
const findAlive = statement('t_alive', 'select id from control.session where id = :sessionId and ended_on is null');
