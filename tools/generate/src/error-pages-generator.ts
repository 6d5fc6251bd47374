import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodes } from '@rapport/kernel';
import { projectRoot } from '@rapport/local-platform';

/** For `generate`: the pages of all codes in one file, which the public API has with it wherever it runs. */
export const errorPagesGenerator = {
  name: 'error pages',
  run: async (): Promise<Record<string, string>> => {
    const read = Object.keys(errorCodes).map(async (code) => {
      const text = await readFile(join(projectRoot, 'docs', 'errors', `${code}.md`), 'utf8');
      return [code, text] as const;
    });
    const pages = Object.fromEntries(await Promise.all(read));
    return { 'apps/public-api/src/routes/error-pages.json': `${JSON.stringify(pages, null, 2)}\n` };
  },
};
