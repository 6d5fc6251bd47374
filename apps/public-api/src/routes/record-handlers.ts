import { RawJson } from '@rapport/http-contract';
import { failureBody } from '@rapport/http-contract/failures';
import type { AppError } from '@rapport/kernel';
import type { Columns, IdempotencyKey, PageRequest, RecordAnswer, RecordInput, SyncedRecords } from '@rapport/records';
import type { z } from 'zod';
import { underFreshView } from '../fresh-view.ts';
import type { PublicContext } from '../guards.ts';
import { itemReader } from './batch-items.ts';

interface Written<Input> {
  readonly body: Input;
  readonly fingerprint: Buffer;
}

interface ById {
  readonly params: { readonly id: string };
}

interface Conditional {
  readonly headers: { readonly 'if-match'?: string | undefined };
}

interface Keyed {
  readonly headers: { readonly 'idempotency-key'?: string | undefined };
}

/** The operations of a resource. Each passes its request to the records, and answers with their text. */
export function recordHandlers<C extends Columns>(records: SyncedRecords<C>, body: z.ZodType<RecordInput<C>>) {
  return { ...readHandlers(records), ...writeHandlers(records), ...batchHandler(records, body) };
}

function readHandlers<C extends Columns>(records: SyncedRecords<C>) {
  return {
    list: async (context: PublicContext, { query }: { query: PageRequest }) =>
      page(await underFreshView(context, (current) => records.list(current, query))),
    changes: async (context: PublicContext, { query }: { query: PageRequest }) =>
      page(await underFreshView(context, (current) => records.changes(current, query))),
    get: async (context: PublicContext, { params }: ById) => single(await records.get(context, params.id)),
    getByExternalId: async (context: PublicContext, { params }: { params: { externalId: string } }) =>
      single(await records.getByExternalId(context, params.externalId)),
  };
}

function writeHandlers<C extends Columns>(records: SyncedRecords<C>) {
  return {
    create: async (context: PublicContext, request: Written<RecordInput<C>> & Keyed) => {
      const created = await records.create(context, request.body, idempotencyKeyOf(request));
      const { location, etag, replayed } = created;
      return {
        status: 201,
        body: new RawJson(created.body, created.encoding),
        headers: { location, etag, ...(replayed && { 'idempotency-replayed': 'true' as const }) },
      } as const;
    },
    update: async (context: PublicContext, { params, body, headers }: Written<RecordInput<C>> & ById & Conditional) =>
      single(await records.update(context, params.id, body, headers['if-match'])),
    delete: async (context: PublicContext, { params, headers }: ById & Conditional) => {
      await records.delete(context, params.id, headers['if-match']);
      return { status: 204 } as const;
    },
  };
}

function batchHandler<C extends Columns>(records: SyncedRecords<C>, body: z.ZodType<RecordInput<C>>) {
  const readItems = itemReader(body);
  return {
    batch: async (context: PublicContext, request: Written<{ items: unknown[] }> & Keyed) => {
      const { items } = request.body;
      await context.takeUnits(items.length);
      const key = idempotencyKeyOf(request);
      const problemOf = (refusal: AppError) => problemIn(context, refusal);
      const written = await records.batch(context, await readItems(items), { key, problemOf });
      return {
        status: 200,
        body: new RawJson(written.body, 'latin1'),
        headers: written.replayed ? { 'idempotency-replayed': 'true' as const } : {},
      } as const;
    },
  };
}

/** The problem that an item alone would have got. */
function problemIn({ path: instance, trace: { traceId } }: PublicContext, refusal: AppError): object {
  const { code, status, message: detail, errors } = refusal;
  return failureBody('problem', { status, code, detail, errors, instance, traceId });
}

/** The fingerprint is computed at its first read, so that only a request with a key pays for it. */
function idempotencyKeyOf(request: Written<unknown> & Keyed): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  return key === undefined ? undefined : { key, fingerprint: request.fingerprint };
}

function single({ body, encoding, etag }: RecordAnswer) {
  return { status: 200, body: new RawJson(body, encoding), headers: { etag } } as const;
}

function page(text: string) {
  return { status: 200, body: new RawJson(text, 'latin1') } as const;
}
