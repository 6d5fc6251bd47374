import { requestParser } from '@rapport/http-contract/parsing';
import { expect, test } from 'vitest';
import { reportContract } from './reports.ts';

const parse = requestParser(reportContract.getPipeline);
const asked = (search: string) => () => parse({ params: {}, search, headers: {}, body: undefined });

test('a range that ends before it begins is refused at its end', () => {
  expect(asked('closeFrom=2026-11-02&closeTo=2026-11-01')).toThrow(
    expect.objectContaining({ errors: { closeTo: ['This must not be before closeFrom.'] } }),
  );
  for (const search of ['closeFrom=2026-11-01&closeTo=2026-11-01', 'closeFrom=2026-11-02', 'closeTo=2026-11-01', '']) {
    expect(asked(search)).not.toThrow();
  }
});
