import type { KeyObject } from 'node:crypto';
import type { KeyAlgorithm } from '@rapport/kinds';

export interface SigningKey {
  readonly kid: string;
  readonly algorithm: KeyAlgorithm;
  readonly privateKey: KeyObject;
}
