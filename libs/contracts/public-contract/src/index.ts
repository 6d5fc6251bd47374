export { contracts, publicContract } from './contracts.ts';
export {
  documentContract,
  errorPageContract,
  frontPageContract,
  readerContract,
  securityContract,
} from './documents.ts';
export { documentText, generatedFiles, publicDocument } from './generated-files.ts';
export { metadataContract } from './metadata.ts';
export { consoleContract, passwordPageContract, signInPageContract, verificationPageContract } from './pages.ts';
export { resources, type Customer } from './resources.ts';
export { tokenContract } from './token.ts';
export { userContract } from './users.ts';
export type { ResourceEndpoints } from './resource-endpoints.ts';
