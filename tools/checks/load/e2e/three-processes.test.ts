import { testPlays } from '@rapport/testbed/test-plays';
import { describe } from 'vitest';
import { workloadPlay } from '../src/workload-play.ts';

const replicas = { 'public-api': 3, 'token-service': 3 };

describe('with three processes of the public API and of the token service', () =>
  testPlays(['smoke', 'limits'].map((name) => workloadPlay(name, replicas))));
