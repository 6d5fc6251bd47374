import { readFile } from 'node:fs/promises';

/** The most open files of a system that does not say so. */
const usual = 1_024;

/** The most open files of a program that starts here, once it has raised its limit. */
export async function openFilesMax(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const hard = /^Max open files +\S+ +(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? usual : Number(hard);
}
