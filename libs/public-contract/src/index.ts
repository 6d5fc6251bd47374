export { address, type Address } from './address.ts';
export { change, type Change } from './changes.ts';
export type { CustomFieldValue } from './custom-fields.ts';
export { customer, customerContract, type Customer, type CustomerBody } from './customers.ts';
export { contracts } from './contracts.ts';
export { tokenContract } from './token.ts';
export { generatedFiles } from './generated-files.ts';
