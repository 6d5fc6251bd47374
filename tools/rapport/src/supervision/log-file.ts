import { copyFile, open, readFile, stat, truncate, type FileHandle } from 'node:fs/promises';

/**
 * Keeps a log that others append to within bounds: what was written is moved to a second file and the first begins
 * anew. Whoever appends goes on at its new end.
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

/** The last line that says something, for a sentence about a start that failed. */
export async function lastLine(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text
    .slice(-20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at ') && !line.startsWith('Node.js v'));
  const telling = lines.findLast((line) => /error|must|not set|cannot|failed/i.test(line)) ?? lines.at(-1) ?? '';
  return telling.slice(0, 400);
}
