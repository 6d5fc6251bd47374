import { openApiDocument, type OpenApiObject } from '@rapport/http-contract/open-api';
import { contracts } from './contracts.ts';
import { resources } from './resources.ts';

/** The committed files that are generated from the contracts, by their paths in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return { 'libs/contracts/public-contract/openapi.json': documentText(publicDocument()) };
}

/** The text of a document as it is committed and served. */
export function documentText(document: OpenApiObject): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The OpenAPI document of everything at the base address that integrators use. */
export function publicDocument(): OpenApiObject {
  return openApiDocument({
    title: 'Rapport public integration API',
    version: '1',
    description,
    tags: {
      token: 'Access tokens, their keys and where all of it is.',
      documents: 'The documents of the three surfaces, for programs and as pages.',
      ...Object.fromEntries(Object.entries(resources).map(([name, { about }]) => [name, about])),
      metadata: 'What a tenant added to its records.',
      users: 'The people to whom records belong.',
    },
    contracts: Object.values(contracts),
    tokenUrl: '/connect/token',
    isBehindEdge: true,
  });
}

const description = `Read and write a tenant's records, and synchronise them without missing a change.

**Synchronise.** List a resource without \`updatedFrom\` once, page by page: follow \`nextCursor\` while \`hasMore\`, then store \`syncUntilUtc\`. From then on read the list or the change feed with \`updatedFrom\` set to the stored value, and store the new one after the last page. Go on from \`syncUntilUtc\`, never from your own clock. Delivery is at least once: write by id. \`updated_from_too_old\` asks for a full list again.

**Texts** are trimmed and normalised (NFC) before they are measured in code points and stored, so the space around a text does not count. They hold no U+0000 and no half of a surrogate pair. An optional text that is blank is null; a blank \`name\`, \`code\` or \`externalId\` is refused. \`currency\` and \`countryCode\` are upper case.

**Date-times** come in with \`Z\` or an offset, and go out as UTC with six digits of a second; more digits are cut. In an address write \`+\` as \`%2B\`.

**Bodies** are JSON in UTF-8, at most 1,048,576 bytes, 5,000 members and elements, and 20 levels; a batch at most 5,242,880 bytes and 100,000 members and elements. A member that is not known, or there twice, is refused. Read-only members are accepted and ignored, so that the body of a GET can be sent back in a PUT; \`Rapport-Ignored\` names those whose values are not the record's. An optional member that is null counts as left out, but \`externalId: null\` in an update is a change.

**Queries.** A parameter that is there twice is refused, and a known one that is empty. A parameter that is not known is ignored and named in \`Rapport-Ignored\`, but \`skip\`, \`take\`, \`offset\` and \`page\` are refused: follow \`cursor\`.

**Failures** are problem details (RFC 9457) whose \`code\` decides, and whose \`help\` is the address of a page on it; every problem of one request is in \`errors\`, up to 20 places. Quote \`traceId\` when you report one. What is answered to other paths and methods, and to requests that are no HTTP, stands in \`components.responses\`.
`;
