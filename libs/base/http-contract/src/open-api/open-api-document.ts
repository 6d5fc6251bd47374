import type { Contract, Endpoint } from '../endpoint.ts';
import { failureFormOf } from '../failures/failure-form.ts';
import { HeaderComponents } from './answer-headers.ts';
import { answersOf, type Components } from './answers.ts';
import { answersElsewhere } from './other-addresses.ts';
import { parametersOf, requestBodyOf } from './request.ts';
import { SchemaComponents, type OpenApiObject } from './schema-components.ts';
import { SharedAnswers } from './shared-answers.ts';
import { permissionOf, securityOf, securitySchemes } from './security.ts';

export type { OpenApiObject } from './schema-components.ts';

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The beginning of its paths, in a sentence; the base address of the installation where it is left out. */
  readonly server?: string;
  /** The subject of each tag's operations, in the order of the document. Where it is there, each operation has one. */
  readonly tags?: Readonly<Record<string, string>>;
  /** In the order of the document. */
  readonly contracts: readonly Contract[];
  /** The address at which clients get their tokens, where endpoints ask for scopes. */
  readonly tokenUrl?: string;
  /** Whether it is the document of the base address, where the edge refuses what no service gets to see. */
  readonly isBehindEdge?: boolean;
}

/** The OpenAPI 3.1 document of what the contracts promise; the same contracts give the same text. */
export function openApiDocument(options: OpenApiOptions): OpenApiObject {
  const {
    title,
    version,
    description,
    server = 'The base address of the installation.',
    tokenUrl,
    isBehindEdge = false,
  } = options;
  const endpoints = options.contracts.flatMap((contract) => Object.values(contract));
  const components: Components = { schemas: new SchemaComponents(), headers: new HeaderComponents() };
  refuseSameSummaries(endpoints);
  const answered = endpoints.map((endpoint) => [endpoint, answersOf(endpoint, components, isBehindEdge)] as const);
  const shared = new SharedAnswers(answered.map(([, answers]) => answers));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [endpoint, answers] of answered) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method] = operationOf(endpoint, components.schemas, shared.placed(answers));
  }
  const elsewhere = isBehindEdge ? answersElsewhere(components, new Set(endpoints.map(failureFormOf))) : {};
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version, description, license },
    servers: [{ url: '/', description: server }],
    ...(options.tags && { tags: tagsOf(endpoints, options.tags) }),
    paths,
    components: {
      schemas: components.schemas.sorted(),
      responses: { ...elsewhere, ...shared.sorted() },
      headers: components.headers.sorted(),
      securitySchemes: securitySchemes(endpoints, tokenUrl),
    },
  };
}

const license = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

/** Each operation is of a tag, and each tag has a sentence. */
function tagsOf(endpoints: readonly Endpoint[], described: Readonly<Record<string, string>>): OpenApiObject[] {
  for (const { operationId, tags = [] } of endpoints) {
    if (tags.length === 0 || tags.some((tag) => described[tag] === undefined)) {
      throw new Error(`${operationId} has no tag, or one without a description.`);
    }
  }
  return Object.entries(described).map(([name, description]) => ({ name, description }));
}

/** Readers choose among operations by their summaries. */
function refuseSameSummaries(endpoints: readonly Endpoint[]): void {
  const bySummary = Map.groupBy(endpoints, ({ summary }) => summary);
  for (const [summary, same] of bySummary) {
    if (summary !== undefined && same.length > 1) {
      throw new Error(`${same.map(({ operationId }) => operationId).join(' and ')} have the same summary.`);
    }
  }
}

function operationOf(endpoint: Endpoint, schemas: SchemaComponents, responses: OpenApiObject): OpenApiObject {
  const { operationId, summary, description, tags, access } = endpoint;
  const parameters = parametersOf(endpoint, schemas);
  return {
    operationId,
    ...(tags ? { tags } : {}),
    ...(summary ? { summary } : {}),
    ...(description ? { description } : {}),
    security: securityOf(access),
    ...permissionOf(access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body || endpoint.file ? { requestBody: requestBodyOf(endpoint, schemas) } : {}),
    responses,
  };
}
