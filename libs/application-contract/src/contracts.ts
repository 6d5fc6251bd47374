import type { Contract } from '@rapport/http-contract';
import { developerTokenContract } from './developer-tokens.ts';

/** The contracts of each service of the application API, by the service's name. */
export const contracts = { 'token-service': { ...developerTokenContract } } as const satisfies Record<string, Contract>;
