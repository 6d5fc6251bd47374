import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

test('the committed page of answers says what the table says', async () => {
  for (const [path, content] of Object.entries(generatedFiles())) {
    expect(await readFile(join(import.meta.dirname, '../../../..', path), 'utf8')).toBe(content);
  }
});
