import { openApiDocument, type OpenApiObject } from '@rapport/http-contract/open-api';
import { kinds } from '@rapport/kinds';
import { contracts } from './contracts.ts';
import { recordGroups } from './record-groups.ts';

/** The committed files that are generated from the contracts, by their paths in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return { 'libs/contracts/application-contract/openapi.json': `${JSON.stringify(applicationDocument(), null, 2)}\n` };
}

export function applicationDocument(): OpenApiObject {
  return openApiDocument({
    title: 'Rapport application API',
    version: '1',
    description,
    tags,
    contracts: Object.values(contracts),
    isBehindEdge: true,
  });
}

const tags = {
  auth: 'Tokens for trying things out.',
  user: 'The people of the tenant, and the caller among them.',
  role: 'What people may do.',
  team: 'People who may see each other’s records.',
  'api-client': 'The clients by which other systems reach the tenant, and what happened to them.',
  'custom-field': 'What the tenant adds to its records.',
  'customer/group': kinds.customerGroups.about,
  'customer-timeline': 'What happened with a customer.',
  'customer-shipping-address': kinds.shippingAddresses.about,
  ...Object.fromEntries(Object.values(recordGroups).map(({ group, about }) => [group, about])),
  maktemail: kinds.marketingEmails.about,
  report: 'Counts and sums over the records that the caller sees.',
  dashboard: 'What the caller has before it.',
};

const description = `What Rapport's own surfaces are made of. Every answer is an \`ApiResult\`: \`data\` where \`isSuccess\`, otherwise \`message\` for people, \`errorCode\` for programs and \`errors\` by member, with the HTTP status that fits. Quote \`traceId\` when you report a failure.

Bodies are taken as \`application/json\`, \`text/json\` and \`application/*+json\`; answers are \`application/json\`, or \`text/json\` or \`text/plain\` with the same text where \`Accept\` asks for it.
`;
