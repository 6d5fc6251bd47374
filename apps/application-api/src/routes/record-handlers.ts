import { RawJson, searchAnswerText, type Route } from '@rapport/http-contract';
import type { Search } from '@rapport/kernel';
import type { Columns, IdempotencyKey, ManagedRecords, RecordInput } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { readsOf } from '../permissions-of.ts';

interface ById {
  readonly params: { readonly id: string };
}

interface Conditional {
  readonly headers: { readonly 'if-match'?: string | undefined };
}

interface Created<C extends Columns> {
  readonly body: RecordInput<C>;
  readonly headers: { readonly 'idempotency-key'?: string | undefined };
  readonly fingerprint: Buffer;
}

interface Updated<C extends Columns> extends Conditional {
  readonly body: RecordInput<C> & { readonly id: string };
}

/** The operations that every kind of record has here. Each passes its request to the records, and answers with their text. */
export function recordHandlers<C extends Columns>(records: ManagedRecords<C>) {
  return {
    create: async (context: ApplicationContext, request: Created<C>) => {
      const { body, encoding, etag, replayed } = await records.create(context, request.body, recordKeyOf(request));
      return {
        status: 200,
        body: new RawJson(body, encoding),
        headers: { etag, ...(replayed && { 'idempotency-replayed': 'true' as const }) },
      } as const;
    },
    update: async (context: ApplicationContext, { body, headers }: Updated<C>) => {
      const { etag } = await records.update(context, body.id, body, headers['if-match']);
      return { status: 200, body: body.id, headers: { etag } } as const;
    },
    get: async (context: ApplicationContext, { params }: ById) => {
      const { body, encoding, etag } = await records.get(context, params.id, readsOf(context));
      return { status: 200, body: new RawJson(body, encoding), headers: { etag } } as const;
    },
    search: async (context: ApplicationContext, { body }: { body: Search }) =>
      ({ status: 200, body: searchAnswerText(body, await records.search(context, body)) }) as const,
    delete: async (context: ApplicationContext, { params, headers }: ById & Conditional) => {
      await records.delete(context, params.id, headers['if-match']);
      return { status: 200, body: true } as const;
    },
  };
}

/** Bodies that are refused anyway are told what the definitions of custom fields say of them too. */
export function toldOfCustomFields(
  routes: readonly Route<ApplicationContext>[],
  records: Pick<ManagedRecords<Columns>, 'customFieldProblems'>,
): Route<ApplicationContext>[] {
  return routes.map((route) => {
    const { body, method } = route.endpoint;
    const act = method === 'put' ? 'update' : 'create';
    const isWrite = body !== undefined && /\/(create|update)$/.test(route.endpoint.path);
    return isWrite
      ? { ...route, furtherProblems: (context, sent) => records.customFieldProblems(context, sent, act) }
      : route;
  });
}

export function recordKeyOf(request: Pick<Created<Columns>, 'headers' | 'fingerprint'>): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  return key === undefined ? undefined : { key, fingerprint: request.fingerprint };
}
