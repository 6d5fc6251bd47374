import { contractOf, type Contract } from '@rapport/http-contract';
import { documentContract, errorPageContract } from './documents.ts';
import { metadataContract } from './metadata.ts';
import { resources } from './resources.ts';
import { tokenContract } from './token.ts';
import { userContract } from './users.ts';

/** Every operation on records. */
export const publicContract = contractOf(resources);

/** The contracts of each service, by the service's name. The edge makes its routes from them. */
export const contracts = {
  'token-service': { ...tokenContract },
  'public-api': { ...documentContract, ...errorPageContract, ...publicContract, ...metadataContract, ...userContract },
} as const satisfies Record<string, Contract>;
