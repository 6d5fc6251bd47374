import { mkdir, statfs } from 'node:fs/promises';
import { Failure } from '@rapport/command-line';

/** PostgreSQL and Kafka end where they can write nothing more. */
export const freeBytesMin = 1_000_000_000;

/** The bytes that the folder may still hold. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A platform does not start where it would soon have no room. */
export async function requireSpace(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const free = await freeBytes(dataDir);
  if (free < freeBytesMin) {
    throw new Failure(
      `Only ${Math.floor(free / 1_000_000)} MB are free for the data in ${dataDir}, and 1,000 are needed; make room, or choose another folder by --data.`,
    );
  }
}
