export { contacts } from './contacts.ts';
export { contracts, publicContract } from './contracts.ts';
export { customers, type Customer } from './customers.ts';
export {
  documentContract,
  errorPageContract,
  frontPageContract,
  readerContract,
  securityContract,
} from './documents.ts';
export { documentText, generatedFiles, publicDocument } from './generated-files.ts';
export { leads } from './leads.ts';
export { metadataContract } from './metadata.ts';
export { opportunities } from './opportunities.ts';
export { passwordPageContract, signInPageContract, verificationPageContract } from './pages.ts';
export { tokenContract } from './token.ts';
export { userContract } from './users.ts';
export type { ResourceEndpoints } from './resource-endpoints.ts';
