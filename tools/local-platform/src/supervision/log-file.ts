import { copyFile, open, readFile, stat, truncate, type FileHandle } from 'node:fs/promises';

/**
 * Keeps a log that a process appends to within bounds: the content moves to a second file and the first starts anew.
 * The process goes on at its new end.
 */
export async function boundLog(path: string, bytesMax: number): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= bytesMax) {
    return;
  }
  await copyFile(path, `${path}.1`);
  await truncate(path, 0);
}

export function openLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}

/** The last line that names a reason, for a sentence about a failed start. */
export async function lastLine(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text
    .slice(-20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at ') && !line.startsWith('Node.js v'));
  const taken = lines.slice(-reasonLines).findLast((line) => /address already in use/i.test(line));
  const reason =
    taken ?? lines.findLast((line) => /error|must|not set|cannot|failed/i.test(line)) ?? lines.at(-1) ?? '';
  return reason.slice(0, 400);
}

/** The lines that a process may say after the one that names a port that is taken. */
const reasonLines = 12;
