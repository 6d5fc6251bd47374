import { expect, test } from 'vitest';
import { exportFilePath } from './exports.ts';

test('a name that no file of an export can have is no name', () => {
  const ids = { tenantId: '01890000-0000-7000-8000-000000000000', exportId: '01890000-0000-7000-8000-000000000001' };
  expect(exportFilePath.safeParse({ ...ids, name: 'manifest.json' }).success).toBe(true);
  expect(exportFilePath.safeParse({ ...ids, name: 'manifest.json\u0000' }).success).toBe(false);
});
