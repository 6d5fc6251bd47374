import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = new URL('../../../../', import.meta.url);

test('the committed document of the operators’ API is the one that its contracts give', () => {
  for (const [path, content] of Object.entries(generatedFiles())) {
    expect(readFileSync(new URL(path, root), 'utf8')).toBe(content);
  }
});
