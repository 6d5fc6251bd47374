import { endpoint } from '@rapport/http-contract';
import { z } from 'zod';

const openApiDocument = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({}),
    paths: z.record(z.string(), z.looseObject({})),
    components: z.looseObject({}),
  })
  .meta({ id: 'OpenApiDocument', description: 'A document of OpenAPI 3.1.' });

const tagged = z.object({ etag: z.string() });

const open = { method: 'get', access: 'open', tags: ['documents'], errors: [] } as const;

/** What describes the interface at its own address. Every caller may read it, and no limit counts that. */
export const documentContract = {
  getOpenApiDocument: endpoint({
    ...open,
    operationId: 'getOpenApiDocument',
    path: '/openapi.json',
    summary: 'This document',
    success: { status: 200, headers: tagged, body: openApiDocument },
    example: {
      answer: {
        openapi: '3.1.1',
        info: { title: 'Rapport public integration API', version: '1' },
        paths: { '/openapi.json': {} },
        components: {},
      },
    },
  }),
  getDocumentation: endpoint({
    ...open,
    operationId: 'getDocumentation',
    path: '/docs',
    summary: 'The same as a page for people, which loads nothing else',
    success: {
      status: 200,
      mediaType: 'text/html',
      headers: z.object({ etag: z.string(), 'content-security-policy': z.string() }),
      body: z.string(),
    },
    example: { answer: '<!doctype html>' },
  }),
};
