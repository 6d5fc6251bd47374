import type { ApiDocument, Operation, Parameter } from '@rapport/testbed';
import type { HostileRequest } from '../http-message.ts';
import type { Memory } from '../memory.ts';
import { Random } from '../random.ts';
import { mutateForm, mutateText, mutateValue } from './body-mutations.ts';
import { fileForm, mutateFileForm } from './file-forms.ts';
import { mutateHead, type Draft } from './head-mutations.ts';
import { Sampler } from './sampler.ts';

export interface GeneratorOptions {
  readonly document: ApiDocument;
  readonly memory: Memory;
  readonly seed: number;
  readonly host: string;
  readonly token: () => string;
}

/** Makes requests of the document's operations. Some are as the document wants them, most are hostile in a place or two. */
export class RequestGenerator {
  readonly #options: GeneratorOptions;
  readonly #sampler: Sampler;
  /** Each operation as often as it is tried in comparison with the others. */
  readonly #weighted: readonly Operation[];

  constructor(options: GeneratorOptions) {
    this.#options = options;
    this.#sampler = new Sampler(options.document, options.memory);
    this.#weighted = options.document.operations.flatMap((operation) =>
      Array<Operation>(weightOf(operation)).fill(operation),
    );
  }

  /** The request with this number. It depends on the seed, and on what earlier answers held. */
  request(index: number): HostileRequest {
    const random = new Random(this.#options.seed, index);
    const operation = random.pick(this.#weighted);
    const draft: Draft = {
      method: operation.method,
      path: operation.path,
      query: [],
      headers: [['host', this.#options.host], ...this.#authorization(random, operation)],
      body: undefined,
    };
    this.#place(random, operation, draft);
    this.#addBody(random, operation, draft);
    const changes = random.pick([0, 0, 1, 1, 1, 2]);
    for (let change = 0; change < changes; change += 1) {
      mutateHead(random, draft);
    }
    return written(operation, draft);
  }

  #authorization(random: Random, { security = [] }: Operation): [string, string][] {
    if (security.some((requirement) => bearers.some((name) => name in requirement))) {
      return [['authorization', `Bearer ${this.#options.token()}`]];
    }
    const takesBasic = security.some((requirement) => 'clientBasic' in requirement) && random.chance(20);
    const basic = takesBasic ? this.#options.memory.recall(random, '', 'basic') : undefined;
    return basic === undefined ? [] : [['authorization', basic]];
  }

  #place(random: Random, operation: Operation, draft: Draft): void {
    for (const parameter of operation.parameters ?? []) {
      const text = this.#parameter(random, operation, parameter);
      if (parameter.in === 'path') {
        draft.path = draft.path.replace(`{${parameter.name}}`, () => encodeURIComponent(text.toWellFormed()));
      } else if (parameter.required === true || random.chance(25)) {
        const isQuery = parameter.in === 'query';
        const value = isQuery ? encodeURIComponent(text) : text.replaceAll(/[^\x20-\x7e]/g, 'x');
        (isQuery ? draft.query : draft.headers).push([isQuery ? parameter.name : parameter.name.toLowerCase(), value]);
      }
    }
  }

  #parameter(random: Random, operation: Operation, { name, schema }: Parameter): string {
    // A cursor belongs to its own read, and an id to its own kind of record.
    const scope = name === 'cursor' ? operation.operationId : scopeOf(operation);
    const value = this.#sampler.value(random, scope, name === 'cursor' ? 'nextCursor' : name, schema);
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  #addBody(random: Random, operation: Operation, draft: Draft): void {
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    if (type === undefined || content === undefined) {
      draft.body = random.chance(2) ? Buffer.from('{"unexpected": true}') : undefined;
      return;
    }
    if (type === 'multipart/form-data') {
      const form = fileForm(random);
      const sent = random.chance(35) ? mutateFileForm(random, form) : form;
      draft.headers.push(['content-type', sent.type]);
      draft.body = sent.body;
      return;
    }
    draft.headers.push(['content-type', type]);
    const sample = this.#sampler.value(random, scopeOf(operation), 'body', content.schema);
    const value = random.chance(35) ? mutateValue(random, sample) : sample;
    if (type.endsWith('json')) {
      const text = JSON.stringify(value);
      draft.body = random.chance(20) ? mutateText(random, text) : Buffer.from(text);
    } else {
      const form = formOf(value);
      draft.body = random.chance(25) ? mutateForm(random, form) : Buffer.from(form);
    }
  }
}

/** The securities whose callers show one token. */
const bearers = ['clientCredentials', 'user', 'owner', 'operator'] as const;

/** An open operation has less to get wrong. Records that are deleted as fast as they are made are there for none. */
function weightOf({ security = [], method }: Operation): number {
  return security.length === 0 || method === 'DELETE' ? 1 : 3;
}

/** The kind of record that an operation is about. */
export function scopeOf({ tags = [], operationId }: Operation): string {
  return tags[0] ?? operationId;
}

function formOf(value: unknown): string {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [['x', value] as const];
  return fields
    .map(([name, field]) => {
      const text = typeof field === 'string' ? field : JSON.stringify(field);
      return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
    })
    .join('&');
}

function written({ operationId }: Operation, { method, path, query, headers, body }: Draft): HostileRequest {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  // The first page is for people, and no document lists it.
  const target = `${path === '/' ? '/-' : path}${search === '' ? '' : `?${search}`}`;
  return { operationId, method, target, headers, ...(body === undefined ? {} : { body }) };
}
