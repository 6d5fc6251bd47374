import { endpoint, idempotencyKeyHeader, ifMatchHeader, listPage, pageQuery } from '@rapport/http-contract';
import type { ErrorCode } from '@rapport/kernel';
import { idParameter, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { accessTo } from './access.ts';
import { batchOf } from './batch-endpoint.ts';
import { changePage } from './changes.ts';
import { exampleIds, exampleWatermark } from './example-records.ts';
import type { Examples, ResourceSpec } from './resource-spec.ts';

/** The seven operations of a synchronised resource, and the batch. */
export function resourceEndpoints<
  const Resource extends string,
  const One extends string,
  Shown extends z.ZodObject,
  Body extends z.ZodType,
>(spec: ResourceSpec<Resource, One, Shown, Body>) {
  return { ...batchOf(spec), ...recordReads(spec), ...pagedReads(spec), ...writes(spec), ...removal(spec) };
}

/** The operations of any resource with such a body. */
export type ResourceEndpoints<Body extends z.ZodType> = ReturnType<
  typeof resourceEndpoints<string, string, z.ZodObject, Body>
>;

const etag = z.string().describe('Names this state of the record for `If-Match` and `If-None-Match`.');

const createdHeaders = z.object({
  location: z.string().describe('The path of the record.'),
  etag: etag.optional(),
  'idempotency-replayed': z.literal('true').optional().describe('There where the answer is a stored one.'),
});

const byId = z.object({
  id: idParameter('; a record is found by an id of yours at by-external-id/{externalId}'),
});
const tagged = z.object({ etag });

const createErrors = [
  'plan_limit_reached',
  'external_id_conflict',
  'idempotency_key_reused',
  'idempotency_in_progress',
] as const satisfies readonly ErrorCode[];

const updateErrors = [
  'external_id_conflict',
  'external_id_immutable',
  'concurrency_conflict',
] as const satisfies readonly ErrorCode[];

const pageErrors = ['invalid_cursor', 'updated_from_too_old'] as const satisfies readonly ErrorCode[];

function pagedReads<Resource extends string, One extends string, Shown extends z.ZodObject, Body>({
  resource,
  singular,
  record,
  examples,
}: ResourceSpec<Resource, One, Shown, Body>) {
  const paged = {
    method: 'get',
    access: accessTo(resource, 'read'),
    tags: [resource],
    query: pageQuery,
    errors: pageErrors,
  } as const;
  return {
    list: endpoint({
      ...paged,
      operationId: `list${capitalized(resource)}`,
      path: `/api/v1/${resource}`,
      summary: `List ${resource}, page by page, in the order of their last change`,
      success: { status: 200, body: listPage(`${singular}Page`, record) },
      example: { query: pageExample, answer: pageOf(examples.record) },
    }),
    changes: endpoint({
      ...paged,
      operationId: `list${singular}Changes`,
      path: `/api/v1/changes/${resource}`,
      summary: `List what was created, updated and deleted among ${resource}`,
      description:
        'Every committed change has at least one item. Delivery is at least once: apply items by `entityId`. A page may hold ' +
        'fewer items than `pageSize`, even none, while `hasMore` is true: one page looks at a bounded number of changes.',
      success: { status: 200, body: changePage },
      example: { query: pageExample, answer: pageOf(changeOf(resource, examples.record)) },
    }),
  };
}

function recordReads<Resource extends string, One extends string, Shown extends z.ZodObject, Body>({
  resource,
  singular,
  record,
  examples,
}: ResourceSpec<Resource, One, Shown, Body>) {
  const { id, externalId } = examples.record;
  const success = { status: 200, body: record, headers: tagged } as const;
  const single = { method: 'get', access: accessTo(resource, 'read'), tags: [resource], success, errors: [] } as const;
  return {
    getByExternalId: endpoint({
      ...single,
      operationId: `get${singular}ByExternalId`,
      path: `/api/v1/${resource}/by-external-id/{externalId}`,
      summary: `Get the ${singular.toLowerCase()} to which the calling client gave this external id`,
      params: z.object({ externalId: requiredText(200) }),
      example: { params: { externalId }, answer: examples.record },
    }),
    get: endpoint({
      ...single,
      operationId: `get${singular}`,
      path: `/api/v1/${resource}/{id}`,
      summary: `Get ${one(singular)}`,
      params: byId,
      example: { params: { id }, answer: examples.record },
    }),
  };
}

function writes<Resource extends string, One extends string, Shown extends z.ZodObject, Body extends z.ZodType>({
  resource,
  singular,
  record,
  body,
  conflicts,
  updateConflicts,
  examples,
}: ResourceSpec<Resource, One, Shown, Body>) {
  const { id } = examples.record;
  const write = { access: accessTo(resource, 'write'), tags: [resource], body } as const;
  return {
    create: endpoint({
      ...write,
      operationId: `create${singular}`,
      method: 'post',
      path: `/api/v1/${resource}`,
      summary: `Create ${one(singular)}`,
      headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
      success: { status: 201, body: record, headers: createdHeaders },
      errors: [...conflicts, ...createErrors],
      example: {
        headers: { 'idempotency-key': `create ${examples.record.externalId}` },
        body: examples.body,
        answer: examples.record,
      },
    }),
    update: endpoint({
      ...write,
      operationId: `update${singular}`,
      method: 'put',
      path: `/api/v1/${resource}/{id}`,
      summary: `Replace ${one(singular)}`,
      description:
        'A full update: an omitted member takes the value that a create would give it. Omitted `customFields`, ' +
        '`externalId`, `code` and `ownerUserId` are kept. An update that changes nothing leaves the record as it was.',
      params: byId,
      headers: z.object({ 'if-match': ifMatchHeader() }),
      success: { status: 200, body: record, headers: tagged },
      errors: [...conflicts, ...updateConflicts, ...updateErrors],
      example: { params: { id }, body: examples.body, answer: examples.record },
    }),
  };
}

function removal<Resource extends string, One extends string, Shown, Body>({
  resource,
  singular,
  examples,
}: ResourceSpec<Resource, One, Shown, Body>) {
  return {
    delete: endpoint({
      operationId: `delete${singular}`,
      method: 'delete',
      path: `/api/v1/${resource}/{id}`,
      access: accessTo(resource, 'delete'),
      tags: [resource],
      summary: `Delete ${one(singular)}`,
      params: byId,
      headers: z.object({ 'if-match': ifMatchHeader() }),
      success: { status: 204 },
      errors: ['concurrency_conflict', 'resource_in_use'],
      example: { params: { id: examples.record.id } },
    }),
  };
}

const pageExample = { pageSize: 100, updatedFrom: '2026-01-31T00:00:00Z' };

function pageOf(item: object) {
  return { data: [item], nextCursor: null, hasMore: false, syncUntilUtc: exampleWatermark };
}

function changeOf(resource: string, { id, externalId, lastModifiedOnUtc }: Examples['record']) {
  const what = { operation: 'created', occurredOnUtc: lastModifiedOnUtc };
  return { id: exampleIds.change, resource, entityId: id, ...what, externalId };
}

function one(singular: string): string {
  return `${/^[aeio]/i.test(singular) ? 'an' : 'a'} ${singular.toLowerCase()}`;
}

function capitalized<Word extends string>(word: Word): Capitalize<Word> {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;
}
