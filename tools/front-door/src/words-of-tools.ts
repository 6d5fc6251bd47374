import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from '@rapport/command-line';
import { projectRoot } from '@rapport/local-platform/project';

/**
 * The words of a tool, which stands on the platform that this program starts. So no file of this program imports one: the
 * words are found by their path.
 */
export async function wordsOf(tool: string): Promise<readonly Command[]> {
  const { words } = (await load(join(projectRoot, 'tools', tool, 'src', 'words.ts'))) as { words: readonly Command[] };
  return words;
}

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}
