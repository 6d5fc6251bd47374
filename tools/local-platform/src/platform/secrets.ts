import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseRoles, type DatabaseRole } from '@rapport/database/roles';
import { installationSecrets, passwordName, type SecretName } from '@rapport/installation';
import { writeWhole } from '../state-file.ts';

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
  const kept = new Map<string, string>();
  for (const [name, make] of Object.entries(installationSecrets)) {
    kept.set(name, await ensure(dataDir, name, make));
  }
  const passwords = databaseRoles.map((role) => [role, kept.get(passwordName(role)) ?? '']);
  // Object.fromEntries forgets that the keys are the roles.
  return Object.fromEntries(passwords) as Record<DatabaseRole, string>;
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
