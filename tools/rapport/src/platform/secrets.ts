import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '@rapport/kernel';
import { writeWhole } from '../state-file.ts';
import { databaseRoles, type DatabaseRole } from './services.ts';

const makers = {
  KEY_ENCRYPTION_KEY: () => key(),
  SECRET_PEPPERS: () => JSON.stringify({ p1: key() }),
  CLIENT_ID_KEY: () => key(),
  CURSOR_KEY: () => key(),
} as const;

export type SecretName = keyof typeof makers;

/** The folder in which each secret is a file of its own, readable for its owner alone. */
export function secretsFolder(dataDir: string): string {
  return join(dataDir, 'secrets');
}

export function secretFile(dataDir: string, name: SecretName): string {
  return join(secretsFolder(dataDir), name);
}

/** Whether the folder of the secrets is ours: it holds the first secret that is made, or none yet. */
export async function holdsOurSecrets(dataDir: string): Promise<boolean> {
  const names = await readdir(secretsFolder(dataDir)).catch(() => undefined);
  return names !== undefined && (names.length === 0 || names.some((name) => name.startsWith('KEY_ENCRYPTION_KEY')));
}

/** Makes the missing secrets; existing ones stay as they are. */
export async function ensureSecrets(dataDir: string): Promise<Record<DatabaseRole, string>> {
  await mkdir(secretsFolder(dataDir), { recursive: true, mode: 0o700 });
  for (const [name, make] of Object.entries(makers)) {
    await ensure(dataDir, name, make);
  }
  const passwords = databaseRoles.map(async (role) => [
    role,
    await ensure(dataDir, `${role}.password`, () => randomBytes(24).toString('base64url')),
  ]);
  // Object.fromEntries forgets that the keys are the roles.
  return Object.fromEntries(await Promise.all(passwords)) as Record<DatabaseRole, string>;
}

/** `rpt_op_` and 43 characters of base 62: 256 bits. */
export function newOperatorCredential(): string {
  return `rpt_op_${randomBase62(43)}`;
}

async function ensure(dataDir: string, name: string, make: () => string): Promise<string> {
  const path = join(secretsFolder(dataDir), name);
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) {
    return kept;
  }
  const made = make();
  await writeWhole(path, made, 0o600);
  return made;
}

function key(): string {
  return randomBytes(32).toString('base64');
}
