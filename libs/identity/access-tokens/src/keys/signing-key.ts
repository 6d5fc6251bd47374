import type { KeyObject } from 'node:crypto';
import type { KeyAlgorithm } from './key-algorithm.ts';

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: KeyAlgorithm;
  readonly privateKey: KeyObject;
}
