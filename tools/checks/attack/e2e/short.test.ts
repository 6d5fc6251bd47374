import { testPlays } from '@rapport/testbed/test-plays';
import { attackPlays } from '../src/check-attack.ts';

testPlays(attackPlays(4_000));
