import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes } from './error-codes.ts';

const pages = new URL('../../../../docs/errors/', import.meta.url);

test('every error code has a page that names its status, and every page has a code', () => {
  expect(readdirSync(pages).sort()).toEqual(
    Object.keys(errorCodes)
      .map((code) => `${code}.md`)
      .sort(),
  );
  for (const [code, status] of Object.entries(errorCodes)) {
    expect(readFileSync(new URL(`${code}.md`, pages), 'utf8')).toMatch(
      new RegExp(`^# ${code}\\n\\nHTTP ${status}\\. `),
    );
  }
});
