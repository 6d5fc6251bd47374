import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { boundLog } from '../supervision/log-file.ts';

const bytesMax = 20_000_000;
const pollMs = 10_000;

export function logsFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}

export function logFile(dataDir: string, name: string): string {
  return join(logsFolder(dataDir), `${name}.log`);
}

/** Keeps every log within bounds; the returned function ends this. */
export function boundLogs(dataDir: string): () => void {
  const folder = logsFolder(dataDir);
  const boundAll = async (): Promise<void> => {
    const names = await readdir(folder);
    await Promise.all(
      names.filter((name) => name.endsWith('.log')).map((name) => boundLog(join(folder, name), bytesMax)),
    );
  };
  const timer = setInterval(() => void boundAll().catch(() => undefined), pollMs).unref();
  return () => clearInterval(timer);
}
