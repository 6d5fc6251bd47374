import { endpoint, idempotencyKeyHeader } from '@rapport/http-contract';
import { problem } from '@rapport/http-contract/failures';
import { z } from 'zod';
import { accessTo } from './access.ts';
import type { ResourceSpec } from './resource-spec.ts';

const itemsMax = 200;
const megabyte = 1_048_576;

/** Many writes in one request: an extension beyond the operations that the specification counts. */
export function batchOf<
  Resource extends string,
  One extends string,
  Shown extends z.ZodObject,
  Body extends z.ZodType,
>({ resource, singular, record, examples }: ResourceSpec<Resource, One, Shown, Body>) {
  const item = z.unknown().meta({ $ref: `#/$defs/${singular}Body` });
  return {
    batch: endpoint({
      operationId: `write${singular}Batch`,
      method: 'post',
      path: `/api/v1/${resource}/batch`,
      access: accessTo(resource, 'write'),
      tags: [resource],
      summary: `Create and update up to ${itemsMax} ${resource} in one request`,
      description:
        'An extension beyond the 30 operations of the interface. An item whose `externalId` the client has given to a record ' +
        'before is a full update of that record; any other item creates one. Each item obeys the rules of a create or ' +
        'update alone and is answered in its place: an item that is refused has the problem that it alone would have got, ' +
        'and the others are written all the same. A crash leaves nothing of a batch. It takes a unit of the rate limit for ' +
        'each item. An answer with at least one success is kept with the `Idempotency-Key`; corrected items need another key.',
      headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
      body: z.strictObject({ items: z.array(item).min(1).max(itemsMax) }).meta({ id: `${singular}Batch` }),
      bodyBytesMax: 5 * megabyte,
      bodyMembersMax: 100_000,
      itemsAlone: true,
      success: { status: 200, body: answerOf(singular, record), headers: replayed },
      errors: ['idempotency_key_reused', 'idempotency_in_progress'],
      example: {
        headers: { 'idempotency-key': `batch ${examples.record.externalId}` },
        body: { items: [examples.body] },
        answer: { results: [{ index: 0, status: 200, data: examples.record }] },
      },
    }),
  };
}

const replayed = z.object({
  'idempotency-replayed': z.literal('true').optional().describe('There where the answer is a stored one.'),
});

const index = z.int().min(0).describe('The place of the item in the request, from 0.');

function answerOf<Shown extends z.ZodObject>(singular: string, record: Shown) {
  const written = z
    .object({
      index,
      status: z.literal([200, 201]).meta({ type: 'integer', description: '201: created; 200: updated.' }),
      data: record,
    })
    .meta({ id: `${singular}BatchWritten` });
  const refused = z
    .object({ index, status: z.int().min(400).max(599), error: problem })
    .meta({ id: `${singular}BatchRefused` });
  return z
    .object({ results: z.array(z.union([written, refused])).describe('One for each item, in their order.') })
    .meta({ id: `${singular}BatchAnswer` });
}
