import { testPlays } from '@rapport/testbed/test-plays';
import { describe } from 'vitest';
import { workloadPlay } from '../src/workload-play.ts';

describe('with one process of each service', () => testPlays([workloadPlay('smoke', {}), workloadPlay('limits', {})]));
