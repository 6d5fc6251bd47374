import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, copyFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { IssuedCertificate } from '../private-authority.ts';
import { identify } from '../processes/process-identity.ts';
import { postgresProgram } from './postgres-program.ts';
import { administrator, clusterOptions } from './postgres-settings.ts';
import { ownerOfFiles, unprivileged } from './unprivileged.ts';

/**
 * Makes the cluster's files where there are none. They get their name only when they are complete, so a crash in the
 * middle leaves nothing that looks like a cluster.
 */
export async function initialiseCluster(cluster: string, passwordFile: string): Promise<void> {
  if (await isCluster(cluster)) {
    return;
  }
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const [command, ...wrapped] = unprivileged([
    postgresProgram('initdb'),
    `--pgdata=${unfinished}`,
    `--username=${administrator}`,
    `--pwfile=${passwordFile}`,
    ...clusterOptions,
  ]);
  const user = ownerOfFiles();
  if (user !== undefined) {
    await chown(join(cluster, '..'), user, user);
    await chown(passwordFile, user, user);
  }
  try {
    await promisify(execFile)(command, wrapped, { env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } });
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : error;
    throw new Error(`PostgreSQL's data folder cannot be made: ${String(reason)}`, { cause: error });
  }
  await appendFile(join(unfinished, 'pg_hba.conf'), anyAddress);
  await rename(unfinished, cluster);
}

/** Puts the certificate and its key where the server looks for them at its start, and at each `pg_reload_conf()`. */
export async function putCertificate(cluster: string, { certificate, key }: IssuedCertificate): Promise<void> {
  const user = ownerOfFiles();
  for (const [from, to] of [
    [certificate, join(cluster, 'server.crt')],
    [key, join(cluster, 'server.key')],
  ] as const) {
    await copyFile(from, to);
    await chmod(to, 0o600);
    if (user !== undefined) {
      await chown(to, user, user);
    }
  }
}

/**
 * Removes a lock file whose pid belongs to another program by now. PostgreSQL sees only that the pid exists, and would
 * refuse to start for ever.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  const text = await readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return;
  }
  const pid = Number.parseInt(text, 10);
  const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (identify(pid) === undefined || program.trim() !== 'postgres') {
    await rm(lock, { force: true });
  }
}

/** initdb lets in loopback alone, and a server listens only where it is told to. */
const anyAddress = 'host all all all scram-sha-256\n';

async function isCluster(cluster: string): Promise<boolean> {
  return readFile(join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
