import { testPlays } from '@rapport/testbed/test-plays';
import { describe } from 'vitest';
import { shortPlays } from '../src/check-sync.ts';
import { platform } from './checked-platform.ts';

/** Every fault of the short set happens, and is recovered from, in a third of what `check sync` does around it. */
const scale = 0.3;

// Both use one platform, so they are one file.
describe('the invariants', async () => {
  await import('./invariants.ts');
});
testPlays(shortPlays(scale), () => Promise.resolve(platform));
