import { metadataContract } from '@rapport/public-contract';
import type { z } from 'zod';
import { expect } from 'vitest';
import { raw, type RawAnswer } from './raw.ts';
import { referencesOf, resources, type Resource } from './table/operations.ts';
import { expectDone, newTenant, operator, replicas, type TestClient, type TestTenant } from './tenant.ts';

export const modules = metadataContract.listCustomFields.query.shape.module.options;

export type Module = (typeof modules)[number];
export type FieldType = z.output<typeof metadataContract.listCustomFields.success.body>[number]['fieldType'];

export interface FieldValue {
  readonly key: string;
  readonly value: string | number;
}

interface BatchResult {
  readonly status: number;
  readonly data?: { readonly id: string };
  readonly error?: { readonly errors?: Readonly<Record<string, string[]>> };
}

interface Answered {
  readonly id?: string;
  readonly errors?: object;
}

export function fieldsOf({ body }: RawAnswer): readonly FieldValue[] {
  return (body as { readonly customFields: FieldValue[] }).customFields;
}

export function idOf({ body }: RawAnswer): string {
  return (body as { readonly id: string }).id;
}

/** The least that a create takes: what of the example an empty body is told to send. */
async function leastBody(client: TestClient, resource: Resource): Promise<object> {
  const { errors = {} } = await posted(client, resource, {});
  const members = Object.keys(errors).map(async (member): Promise<[string, unknown]> => {
    const reference = referencesOf(resource).find((one) => one.member === member);
    return [member, reference ? await madeOf(client, reference.to) : resource.body[member]];
  });
  return Object.fromEntries<unknown>(await Promise.all(members));
}

/** The id of a new record. */
async function madeOf(client: TestClient, resource: Resource): Promise<string | undefined> {
  return (await posted(client, resource, await leastBody(client, resource))).id;
}

async function posted({ token }: TestClient, { create }: Resource, body: object): Promise<Answered> {
  const headers = { 'content-type': 'application/json' };
  const { text } = await raw('POST', create.path, { token, headers, body: JSON.stringify(body) });
  return JSON.parse(text) as Answered;
}

function resourceNamed(name: Module): Resource {
  return resources.find((resource) => resource.name === name) ?? expect.fail(`There is no resource ${name}.`);
}

/** The records of a module of a tenant of their own, with the custom fields that a test adds. */
export class CustomFieldRecords {
  readonly tenant: TestTenant;
  readonly client: TestClient;
  readonly module: Module;
  readonly path: string;
  #leastBody: object = {};

  private constructor(tenant: TestTenant, client: TestClient, module: Module) {
    this.tenant = tenant;
    this.client = client;
    this.module = module;
    this.path = `/api/v1/${module}`;
  }

  static async make(module: Module): Promise<CustomFieldRecords> {
    const tenant = await newTenant();
    const records = new CustomFieldRecords(tenant, await tenant.client(), module);
    records.#leastBody = await leastBody(records.client, resourceNamed(module));
    return records;
  }

  /** Adds a field and gives the status of the answer. */
  async add(key: string, fieldType: FieldType = 'text', more: object = {}): Promise<number> {
    const body = { module: this.module, key, label: 'A field', fieldType, ...more };
    return (await operator.createCustomField({ params: { tenantId: this.tenant.id }, body })).status;
  }

  async disable(key: string): Promise<void> {
    const params = { tenantId: this.tenant.id, module: this.module, key };
    expectDone(await operator.disableCustomField({ params }), 200);
  }

  async enable(key: string): Promise<void> {
    const params = { tenantId: this.tenant.id, module: this.module, key };
    expectDone(await operator.enableCustomField({ params }), 200);
  }

  post(customFields: unknown, more: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    return this.ask('POST', '', { ...this.#leastBody, customFields, ...more }, headers);
  }

  /** A full update with these values alone, beside the least of members. */
  put(id: string, customFields: unknown, more: object = {}): Promise<RawAnswer> {
    return this.ask('PUT', `/${id}`, { ...this.#leastBody, customFields, ...more });
  }

  /** Writes items of these values, each beside the least of members. */
  async batch(items: readonly (readonly [customFields: unknown, more: object])[]): Promise<BatchResult[]> {
    const bodies = items.map(([customFields, more]) => ({ ...this.#leastBody, customFields, ...more }));
    const { text } = await this.ask('POST', '/batch', { items: bodies });
    return (JSON.parse(text) as { results: BatchResult[] }).results;
  }

  get(id: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    return this.ask('GET', `/${id}`, undefined, headers);
  }

  ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    replica?: number,
  ): Promise<RawAnswer> {
    const baseUrl = replica === undefined ? undefined : replicas[replica];
    return raw(method, `${this.path}${path}`, {
      token: this.client.token,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
