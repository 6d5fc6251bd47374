import { callNames, checkedCall, isHeaderText, refuseUnknown, type CallOptions, type CheckedCall } from '../options.ts';
import { invalidOption, RapportError, toldWith } from '../rapport-error.ts';
import { failureOf, holding, type Answer } from '../requests/answer.ts';
import type { Reached, Request, Requests } from '../requests/requests.ts';
import type { Change, Problem } from '../types.ts';
import { batchParts } from './batch-parts.ts';
import { Pages, type Page } from './pages.ts';
import { shows } from './same-record.ts';

/** The record and the body of a resource. A record that was read may be sent back. */
export interface ResourceTypes {
  readonly record: { readonly id: string };
  readonly body: object;
}

type Update<Types extends ResourceTypes> = Types['body'] | Types['record'];

export interface CreateOptions extends CallOptions {
  /** By default one is drawn for each call. Calls with one key write once. */
  readonly idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** An entity tag, or a record that this client read: another version is a `concurrency_conflict`. */
  readonly ifMatch?: string | object | undefined;
}

export interface ReadOptions extends CallOptions {
  /** The `syncUntilUtc` of the read before. */
  readonly updatedFrom?: string | undefined;
  readonly pageSize?: number | undefined;
  /** The page at which a read of this client goes on that was left. */
  readonly cursor?: string | undefined;
}

export type BatchResult<Record> =
  | { readonly index: number; readonly status: 200 | 201; readonly data: Record }
  | { readonly index: number; readonly status: number; readonly error: Problem };

/** The calls of one resource. */
export class RecordCalls<Types extends ResourceTypes> {
  readonly #requests: Requests;
  readonly #resource: string;
  readonly #path: string;

  constructor(requests: Requests, resource: string) {
    this.#requests = requests;
    this.#resource = resource;
    this.#path = `/api/v1/${resource}`;
  }

  async create(body: Types['body'], options: CreateOptions = {}): Promise<Types['record']> {
    const { answer } = await this.#post('create', this.#path, JSON.stringify(body), options);
    return recordIn<Types['record']>(answer);
  }

  async get(id: string, options: CallOptions = {}): Promise<Types['record']> {
    return this.#get('get', `${this.#path}/${segment('id', id)}`, options);
  }

  async getByExternalId(externalId: string, options: CallOptions = {}): Promise<Types['record']> {
    return this.#get('getByExternalId', `${this.#path}/by-external-id/${segment('externalId', externalId)}`, options);
  }

  /** Replaces the record. With `ifMatch` it is done once, and seen to be done where an answer was lost. */
  async update(id: string, body: Update<Types>, options: ChangeOptions = {}): Promise<Types['record']> {
    const { call, headers } = this.#conditional(options);
    const left = timeLeft(call);
    const request = this.#request('update', 'PUT', id, { ...headers, ...json }, JSON.stringify(body));
    const reached = await this.#requests.send({ ...request, taken: [409], isExpected: isRecord }, call);
    if (reached.answer.status !== 409) {
      return recordIn<Types['record']>(reached.answer);
    }
    const refused = refusalIn(reached);
    if (refused.code !== 'concurrency_conflict' || !reached.isAfterOpenOne) {
      throw toldWith(refused, { isOutcomeOpen: reached.isAfterOpenOne });
    }
    const record = await this.get(id, left()).catch((error: unknown) => {
      throw error instanceof RapportError ? toldWith(error, { isOutcomeOpen: true }) : error;
    });
    if (!shows(record, body)) {
      throw toldWith(refused, { isOutcomeOpen: true });
    }
    return record;
  }

  /**
   * Reads the record, lets `change` make a body of it, and writes that if the record is still the same, else it begins again.
   * It does not where an attempt may have been made: the change is never made twice.
   */
  async edit(
    id: string,
    change: (record: Types['record']) => Update<Types> | Promise<Update<Types>>,
    options: CallOptions = {},
  ): Promise<Types['record']> {
    const left = timeLeft(callOf(this.#requests, options));
    for (let tries = 1; ; tries += 1) {
      const record = await this.get(id, left());
      const body = await change(record);
      try {
        return await this.update(id, body, { ...left(), ifMatch: record });
      } catch (error) {
        const isToBegin =
          error instanceof RapportError && error.code === 'concurrency_conflict' && !error.isOutcomeOpen;
        if (!isToBegin || tries === editsMax) {
          throw error;
        }
      }
    }
  }

  /** A record that is not there is a failure, unless an attempt of this call may have deleted it. */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const { call, headers } = this.#conditional(options);
    const reached = await this.#requests.send(
      { ...this.#request('delete', 'DELETE', id, headers), taken: [404] },
      call,
    );
    const isGone = reached.isAfterOpenOne && refusalIn(reached).code === 'not_found';
    if (reached.answer.status === 404 && !isGone) {
      throw toldWith(refusalIn(reached), { isOutcomeOpen: reached.isAfterOpenOne });
    }
  }

  /** Any number of creates, and of updates by externalId. Where a part fails, the same key goes on behind what is done. */
  async batch(items: readonly Types['body'][], options: CreateOptions = {}): Promise<BatchResult<Types['record']>[]> {
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const results: BatchResult<Types['record']>[] = [];
    const parts = batchParts(items).map(({ from, body }) => {
      return { from, body, idempotencyKey: checkedKey(from === 0 ? key : `${key} from ${from}`) };
    });
    for (const { from, body, idempotencyKey } of parts) {
      const sending = this.#post('batch', `${this.#path}/batch`, body, { ...options, idempotencyKey });
      const { answer } = await sending.catch((error: unknown) => {
        // The parts before this one are written.
        throw error instanceof RapportError && from > 0 ? toldWith(error, { isOutcomeOpen: true }) : error;
      });
      const { results: some } = answer.body as { results: BatchResult<Types['record']>[] };
      results.push(...some.map((result) => ({ ...result, index: from + result.index })));
    }
    return results;
  }

  list(options: ReadOptions = {}): Pages<Types['record']> {
    return this.#pages('list', this.#path, options);
  }

  changes(options: ReadOptions = {}): Pages<Change> {
    return this.#pages('changes', `/api/v1/changes/${this.#resource}`, options);
  }

  #pages<Item>(name: string, path: string, options: ReadOptions): Pages<Item> {
    return pagesOf(this.#requests, `${this.#resource}.${name}`, path, options);
  }

  async #get(name: string, path: string, options: CallOptions): Promise<Types['record']> {
    const request: Request = { operation: `${this.#resource}.${name}`, method: 'GET', path, isExpected: isRecord };
    const { answer } = await this.#requests.send(request, callOf(this.#requests, options));
    return recordIn<Types['record']>(answer);
  }

  #post(name: 'create' | 'batch', path: string, body: string, options: CreateOptions): Promise<Reached> {
    const { idempotencyKey = crypto.randomUUID() } = options;
    const headers = { ...json, 'idempotency-key': checkedKey(idempotencyKey) };
    const [operation, isExpected] = [`${this.#resource}.${name}`, name === 'batch' ? isBatch : isRecord];
    const request: Request = { operation, method: 'POST', path, headers, body, isExpected };
    return this.#requests.send(request, callOf(this.#requests, options, ['idempotencyKey']));
  }

  #conditional(options: ChangeOptions): { call: CheckedCall; headers: Record<string, string> } {
    const { ifMatch } = options;
    const tag = typeof ifMatch === 'object' ? etags.get(ifMatch) : ifMatch;
    if (ifMatch !== undefined && !(tag && isHeaderText(tag))) {
      throw invalidOption('ifMatch', 'must be an entity tag, or a record that this client read.');
    }
    return { call: callOf(this.#requests, options, ['ifMatch']), headers: tag ? { 'if-match': tag } : {} };
  }

  #request(
    name: string,
    method: 'PUT' | 'DELETE',
    id: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Request {
    const path = `${this.#path}/${segment('id', id)}`;
    return { operation: `${this.#resource}.${name}`, method, path, headers, body };
  }
}

/** The pages of a path, each of which is a call. */
export function pagesOf<Item>(requests: Requests, operation: string, path: string, options: ReadOptions): Pages<Item> {
  const call = callOf(requests, options, ['updatedFrom', 'pageSize', 'cursor']);
  const { updatedFrom, pageSize = pageSizeMax, cursor: first = null } = options;
  return new Pages(async (next) => {
    const cursor = next ?? first;
    const query = new URLSearchParams({ pageSize: String(pageSize) });
    if (cursor !== null) {
      query.set('cursor', cursor);
    } else if (updatedFrom !== undefined) {
      query.set('updatedFrom', updatedFrom);
    }
    const request: Request = { operation, method: 'GET', path: `${path}?${query.toString()}`, isExpected: isPage };
    const { answer } = await requests.send(request, call);
    return answer.body as Page<Item>;
  });
}

export function callOf(requests: Requests, options: CallOptions, others: readonly string[] = []): CheckedCall {
  refuseUnknown(options, [...callNames, ...others]);
  return checkedCall(options, requests.call);
}

/** The entity tag of a record that this client read or wrote. */
export function etagOf(record: object): string | undefined {
  return etags.get(record);
}

function recordIn<Record extends object>(answer: Answer): Record {
  const record = answer.body as Record;
  const etag = answer.headers.get('etag');
  if (etag !== null) {
    etags.set(record, etag);
  }
  return record;
}

function checkedKey(key: string): string {
  if (!isHeaderText(key) || key.length > 200) {
    const rule = 'must have 1 to 200 characters of ASCII, without control characters or spaces around it';
    throw invalidOption(
      'idempotencyKey',
      `${rule}; a batch of several requests needs some for the numbers of its parts.`,
    );
  }
  return key;
}

/** A part of a path. No address can hold one that is empty or of dots alone. */
export function segment(name: string, text: string): string {
  if (typeof text !== 'string' || !text.isWellFormed() || ['', '.', '..'].includes(text)) {
    throw invalidOption(name, 'must be a text of whole characters, which neither . nor .. is to an address.');
  }
  return encodeURIComponent(text);
}

/** The call with what is left of its time, for another request of it. */
function timeLeft(call: CheckedCall): () => CheckedCall {
  const endsAt = performance.now() + call.deadlineMs;
  return () => ({ ...call, deadlineMs: Math.max(1, Math.ceil(endsAt - performance.now())) });
}

function refusalIn({ answer, attempts }: Reached): RapportError {
  return toldWith(failureOf(answer), { attempts });
}

const etags = new WeakMap<object, string>();
const isRecord = holding('id');
const isPage = holding('data', 'nextCursor');
const isBatch = holding('results');
const json = { 'content-type': 'application/json' };
const pageSizeMax = 200;
const editsMax = 5;
