import { requestParser } from '@rapport/http-contract/parsing';
import { expect, test } from 'vitest';
import { usageContract } from './usage.ts';

const parse = requestParser(usageContract.listUsage);
const asked = (search: string) => () =>
  parse({ params: { tenantId: '01890000-0000-7000-8000-000000000000' }, search, headers: {}, body: undefined });

test('a range that ends before it begins is refused at its end', () => {
  expect(asked('from=2026-11-02&to=2026-11-01')).toThrow(
    expect.objectContaining({ errors: { to: ['This must not be before from.'] } }),
  );
  for (const search of ['from=2026-11-01&to=2026-11-01', 'from=2026-11-02', 'to=2026-11-01', '']) {
    expect(asked(search)).not.toThrow();
  }
});
