import type { Contract } from '@rapport/http-contract';
import { customerContract } from './customers.ts';
import { tokenContract } from './token.ts';

/** The contracts of each service, by the service's name. The edge makes its routes from them. */
export const contracts = {
  'token-service': { ...tokenContract },
  'public-api': { ...customerContract },
} as const satisfies Record<string, Contract>;
