import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from '@rapport/command-line';
import { projectRoot } from '@rapport/local-platform/project';

/**
 * The words of tools, which stand on the platform that this program starts. So no file of this program imports one: the
 * words are found by their path.
 */
export async function wordsOf(...tools: readonly string[]): Promise<readonly Command[]> {
  const files = tools.map((tool) => pathToFileURL(join(projectRoot, 'tools', tool, 'src', 'words.ts')).href);
  const modules = (await Promise.all(files.map((file) => import(file)))) as { readonly words: readonly Command[] }[];
  return modules.flatMap(({ words }) => words);
}
