import { readFile } from 'node:fs/promises';

/** What a system allows that does not say so. */
const usual = 1_024;

/** How many files a program that is started here may have open, once it has asked for all that it may. */
export async function openFilesMax(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const hard = /^Max open files +\S+ +(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? usual : Number(hard);
}
