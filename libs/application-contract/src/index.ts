export { apiClientContract } from './api-clients.ts';
export { contracts, groupAddresses } from './contracts.ts';
export { customFieldContract } from './custom-fields.ts';
export { developerTokenContract } from './developer-tokens.ts';
export { applicationDocument, generatedFiles } from './generated-files.ts';
export { roleContract } from './roles.ts';
export { teamContract } from './teams.ts';
export { ownContract, userContract } from './users.ts';
