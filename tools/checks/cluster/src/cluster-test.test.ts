import { expect, test } from 'vitest';
import { clusterTest } from './cluster-test.ts';

const none = { day: false, disturb: false, outside: undefined, 'stores-at': undefined };

test('what belongs to a whole day is refused without --day', async () => {
  await expect(clusterTest({ ...none, disturb: true }, () => undefined)).rejects.toThrow('belong to --day');
});

test('one sentence names the program that is missing', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  try {
    await expect(clusterTest(none, () => undefined)).rejects.toThrow('kubectl is missing: ');
  } finally {
    process.env['PATH'] = path;
  }
});
