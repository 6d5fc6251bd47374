import { testPlays } from '@rapport/testbed/test-plays';
import { tokenPlays } from '../src/token-plays.ts';

testPlays(tokenPlays);
