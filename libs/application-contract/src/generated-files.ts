import { openApiDocument, type OpenApiObject } from '@rapport/http-contract/open-api';
import { contracts } from './contracts.ts';

/** The committed files that are generated from the contracts, by their paths in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return { 'libs/application-contract/openapi.json': `${JSON.stringify(applicationDocument(), null, 2)}\n` };
}

export function applicationDocument(): OpenApiObject {
  return openApiDocument({
    title: 'Rapport application API',
    version: '1',
    description,
    contracts: Object.values(contracts),
    isBehindEdge: true,
  });
}

const description = `What Rapport's own surfaces are made of. Every answer is an \`ApiResult\`: \`data\` where \`isSuccess\`, otherwise \`message\` for people, \`errorCode\` for programs and \`errors\` by member, with the HTTP status that fits. Quote \`traceId\` when you report a failure.

Bodies are taken as \`application/json\`, \`text/json\` and \`application/*+json\`; answers are \`application/json\`, or \`text/json\` or \`text/plain\` with the same text where \`Accept\` asks for it.
`;
