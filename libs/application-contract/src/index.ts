export { contracts } from './contracts.ts';
export { developerTokenContract } from './developer-tokens.ts';
export { generatedFiles } from './generated-files.ts';
