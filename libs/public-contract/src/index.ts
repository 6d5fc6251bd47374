export { customerContract, type Customer } from './customers.ts';
export { contracts } from './contracts.ts';
export { tokenContract } from './token.ts';
export { generatedFiles } from './generated-files.ts';
