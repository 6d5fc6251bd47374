import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newPassword } from '@rapport/installation';
import { projectRoot } from '@rapport/local-platform/project';
import type { OuterStores } from './outer-stores.ts';

/** The passwords with which an installation comes to servers of an operator. */
export interface Logins {
  /** Of the role that makes roles and databases. */
  readonly installer: string;
  readonly redis: string;
  readonly kafka: string;
  readonly mail: string;
}

/** Lets the installation in at each server; its installer has no right at PostgreSQL yet. */
export async function makeLogins(stores: OuterStores, signal: AbortSignal): Promise<Logins> {
  const logins = { installer: newPassword(), redis: newPassword(), kafka: newPassword(), mail: newPassword() };
  await stores.onEach(`create role installer login password '${logins.installer}'`);
  const page = await readFile(join(projectRoot, 'docs', 'operators', 'servers.md'), 'utf8');
  const [command = ''] = /^ACL SETUSER crm .*$/m.exec(page) ?? [];
  await stores.asRedisAdministrator(signal, ...command.replace('>password', `>${logins.redis}`).split(' '));
  await letIntoKafka(stores, 'crm', logins.kafka);
  await stores.letIntoMail({ rapport: logins.mail });
  return logins;
}

export async function letIntoKafka({ kafka }: OuterStores, username: string, password: string): Promise<void> {
  await kafka.addUser({ mechanism: 'scram-sha-512', username, password });
  await kafka.allow(username, 'crm.rapport.changes', 'crm.change-feed');
}
