import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const guides = new URL('../../../docs/integrators/', import.meta.url);

/** The files of a guide for integrators in a folder of their own: the code blocks of a file's name in a row. */
export async function guideFiles(guide: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-guide-'));
  const page = await readFile(new URL(guide, guides), 'utf8');
  const files = new Map<string, string>();
  for (const { groups: { file = '', code = '' } = {} } of page.matchAll(block)) {
    files.set(file, (files.get(file) ?? '') + code);
  }
  for (const [file, code] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  return folder;
}

const block = /^```\w+ (?<file>[\w./]+)\n(?<code>[^]*?)^```$/gm;
