import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { logsFolder } from './logs.ts';
import { holdsOurSecrets, secretsFolder } from './secrets.ts';

/** What `up` makes in a data folder. Whatever else someone keeps there stays. */
const ours = ['postgres', 'redis', 'kafka', 'secrets', 'logs', 'operator.json', 'demo.json'];

/** Makes the folder, or takes one over that nobody else keeps things in under our names: a reset removes them. */
export async function openDataFolder(dataDir: string): Promise<void> {
  const there: string[] = await readdir(dataDir).catch(() => []);
  const taken = ours.filter((name) => there.includes(name));
  if (taken.length > 0 && !(await holdsOurSecrets(dataDir))) {
    throw new Failure(
      `${dataDir} holds ${taken.join(', ')}, which Rapport did not make; name another folder with --data.`,
    );
  }
  const isNew = (await mkdir(dataDir, { recursive: true })) !== undefined;
  await mkdir(secretsFolder(dataDir), { recursive: true, mode: 0o700 });
  await mkdir(logsFolder(dataDir), { recursive: true, mode: 0o700 });
  // Nobody lists ours, but a server that runs as another user gets through to its own folder. Another's stays as open as it is.
  await chmod(dataDir, isNew ? 0o711 : (await stat(dataDir)).mode | 0o111);
}

export async function removeData(dataDir: string): Promise<void> {
  await Promise.all(ours.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  const rest = await readdir(dataDir).catch(() => undefined);
  if (rest?.length === 0) await rmdir(dataDir);
}
