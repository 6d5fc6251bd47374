import { testPlays } from '@rapport/testbed/test-plays';
import { subscriptionPlays } from '../src/subscription-plays.ts';

testPlays(subscriptionPlays({ acts: 500, seed: Date.now() % 1_000_000, companies: 16, exports: 2 }));
