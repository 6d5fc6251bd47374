import type { Contract } from '@rapport/http-contract';
import { ownExportContract } from '../exports/own-exports.ts';
import { ownerContract } from './owners.ts';
import { signupContract } from './signups.ts';

/** Companies call these at the base address, by the service that answers. The edge makes its routes from them. */
export const companyContracts = {
  'subscription-service': { ...signupContract, ...ownerContract, ...ownExportContract },
} as const satisfies Record<string, Contract>;
