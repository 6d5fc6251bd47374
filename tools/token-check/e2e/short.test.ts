import { afterAll, describe } from 'vitest';
import { platform } from './checked-platform.ts';

afterAll(() => platform.stop());

// The checks kill parts of one platform, so they are one file: files of a group run side by side.
describe.each([
  ['limits', () => import('./window.ts')],
  ['shifted clocks', () => import('./clocks.ts')],
  ['signing keys', () => import('./keys.ts')],
  ['ended secrets', () => import('./ended-secrets.ts')],
  ['faults', () => import('./faults.ts')],
  ['faults under reports', () => import('./report-faults.ts')],
  ['instant effect', () => import('./instant-effect.ts')],
  ['instant effect for people', () => import('./people-instant-effect.ts')],
  ['gates', () => import('./gates.ts')],
])('%s', async (_, load) => {
  await load();
});
