export { contacts } from './contacts.ts';
export { contracts, publicContract } from './contracts.ts';
export { customers, type Customer } from './customers.ts';
export { generatedFiles } from './generated-files.ts';
export { leads } from './leads.ts';
export { opportunities } from './opportunities.ts';
export { tokenContract } from './token.ts';
export type { ResourceEndpoints } from './resource-endpoints.ts';
