import type { Contract } from '@rapport/http-contract';
import { customerContract } from './customers.ts';
import { tokenContract } from './token.ts';

/** Which service answers what, by the service's name: the front address makes its table of paths from it. */
export const contracts = {
  'token-service': { ...tokenContract },
  'public-api': { ...customerContract },
} as const satisfies Record<string, Contract>;
