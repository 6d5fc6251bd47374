import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

test('the committed schema is the one that checks events', () => {
  for (const [path, content] of Object.entries(generatedFiles())) {
    expect(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')).toBe(content);
  }
});
