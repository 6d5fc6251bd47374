import { testPlays } from '@rapport/testbed/test-plays';
import { hostilePlays } from '../src/hostile-plays.ts';

testPlays(hostilePlays({ seed: 1, count: 2_000 }));
