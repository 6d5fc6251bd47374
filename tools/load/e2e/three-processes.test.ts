import { describe } from 'vitest';
import { expectWorkloads } from './expect-workloads.ts';

describe('with three processes of the public API and of the token service', () =>
  expectWorkloads({ 'public-api': 3, 'token-service': 3 }));
