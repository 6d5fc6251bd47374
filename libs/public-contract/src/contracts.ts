import type { Contract } from '@rapport/http-contract';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import { documentContract, errorPageContract } from './documents.ts';
import { leads } from './leads.ts';
import { metadataContract } from './metadata.ts';
import { opportunities } from './opportunities.ts';
import { tokenContract } from './token.ts';
import { userContract } from './users.ts';

/** Every operation on records. */
export const publicContract = {
  ...customers.contract,
  ...contacts.contract,
  ...leads.contract,
  ...opportunities.contract,
} as const satisfies Contract;

/** The contracts of each service, by the service's name. The edge makes its routes from them. */
export const contracts = {
  'token-service': { ...tokenContract },
  'public-api': { ...documentContract, ...errorPageContract, ...publicContract, ...metadataContract, ...userContract },
} as const satisfies Record<string, Contract>;
