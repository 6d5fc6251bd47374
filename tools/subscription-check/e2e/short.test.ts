import { afterAll, describe } from 'vitest';
import { endPlatform } from './checked-platform.ts';

afterAll(endPlatform);

// The checks kill parts of one platform and step its clock, so they are one file: files of a group run side by side.
describe('usage', async () => {
  await import('./usage.ts');
});
