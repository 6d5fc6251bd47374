import { afterAll, describe } from 'vitest';
import { endPlatform } from './checked-platform.ts';

afterAll(endPlatform);

// The checks kill parts of one platform and step its clock, so they are one file: files of a group run side by side.
describe.each([
  ['sign-ups', () => import('./sign-ups.ts')],
  ['locks of provisionings', () => import('./provisioning-locks.ts')],
  ['no subscription service', () => import('./stopped-service.ts')],
  ['usage', () => import('./usage.ts')],
])('%s', async (_, load) => {
  await load();
});
