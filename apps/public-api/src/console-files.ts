import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptBody } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import { keptBody } from './routes/kept-body.ts';

/** The place of the bundled console beside this service, in the workspace and in the image alike. */
const folder = join(import.meta.dirname, '..', '..', 'console', 'dist');

export interface ConsoleFile {
  readonly text: string;
  readonly kept: KeptBody;
}

const read = new Map<string, ConsoleFile & { readonly changedMs: number }>();

/** A file of the console, made ready for callers once for each time that it is bundled. */
export async function consoleFile(name: 'console.js' | 'console.css'): Promise<ConsoleFile> {
  const { mtimeMs: changedMs } = await stat(join(folder, name)).catch(() => Promise.reject(notBundled()));
  const known = read.get(name);
  if (known?.changedMs === changedMs) {
    return known;
  }
  const text = await readFile(join(folder, name), 'utf8');
  const file = { changedMs, text, kept: keptBody(text) };
  read.set(name, file);
  return file;
}

function notBundled(): AppError {
  return new AppError('not_found', 'The console is not bundled here; ./rapport up does that.');
}
