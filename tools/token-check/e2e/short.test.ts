import { afterAll, describe } from 'vitest';
import { platform } from './checked-platform.ts';

afterAll(() => platform.stop());

// The checks kill parts of one platform, so they are one file: files of a group run side by side.
describe('limits', async () => {
  await import('./window.ts');
});
describe('faults of Redis', async () => {
  (await import('./faults.ts')).faultsOfRedis();
});
describe('ended access', async () => {
  await import('./ended-access.ts');
});
