export { apiClientContract } from './api-clients.ts';
export { customFieldContract } from './custom-fields.ts';
export { generatedFiles } from './generated-files.ts';
export { keyContract } from './keys.ts';
export { peopleContract } from './people.ts';
export { senderContract } from './senders.ts';
export { suppressionContract } from './suppression.ts';
export { tenantContract } from './tenants.ts';
