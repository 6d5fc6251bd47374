import { describe } from 'vitest';
import { expectWorkloads } from './expect-workloads.ts';

describe('with one process of each service', () => expectWorkloads({}));
