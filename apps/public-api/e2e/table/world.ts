import { grantableScopes } from '@rapport/kinds';
import { metadataContract } from '@rapport/public-contract';
import { expect } from 'vitest';
import { expectDone, newName, newTenant, operator, type TestClient, type TestTenant } from '../tenant.ts';
import { judged } from './judged.ts';
import { resources, type Resource } from './operations.ts';

/** A record of the world. */
export interface Made {
  readonly id: string;
  readonly externalId: string;
  readonly etag: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The records of one tenant: one of each resource, with every member of its example. */
export class Records {
  readonly #made = new Map<string, Made>();
  readonly #ids: Map<string, string>;
  readonly client: TestClient;

  private constructor(client: TestClient, ownerId: string) {
    this.client = client;
    this.#ids = new Map([[String(resources[0]?.body['ownerUserId']), ownerId]]);
  }

  static async make(tenant: TestTenant, client: TestClient): Promise<Records> {
    const records = new Records(client, tenant.ownerId);
    for (const resource of resources) {
      const made = await records.create(resource);
      records.#made.set(resource.name, made);
      records.#ids.set(resource.exampleId, made.id);
      records.#ids.set(resource.exampleExternalId, made.externalId);
    }
    return records;
  }

  of({ name }: Resource): Made {
    const made = this.#made.get(name);
    if (made === undefined) {
      throw new Error(`There is no record of ${name} yet.`);
    }
    return made;
  }

  /** One more record, made of the example. */
  async create(resource: Resource, more: object = {}): Promise<Made> {
    const body = { ...this.newBody(resource), ...more };
    const request = { token: this.client.token, headers: json, body: JSON.stringify(body) };
    const answer = await judged('POST', resource.create.path, request);
    expect(answer).toMatchObject({ status: 201 });
    const record = answer.body as Made['body'];
    return {
      id: String(record['id']),
      externalId: String(record['externalId']),
      etag: answer.headers.get('etag') ?? '',
      body: record,
    };
  }

  /** The example's body with references to these records, and with a code and an external id that no record has. */
  newBody({ body }: Resource): Record<string, unknown> {
    const own = 'code' in body ? { code: newName('C') } : {};
    return { ...this.placed(body), ...own, externalId: newName('external') };
  }

  /** The value with the ids of these records in the place of the examples’. */
  placed<T>(value: T): T {
    let text = JSON.stringify(value);
    for (const [example, own] of this.#ids) {
      text = text.replaceAll(example, own);
    }
    return JSON.parse(text) as T;
  }
}

export const json = { 'content-type': 'application/json' };

/** The clients of all refusals, and what they may not reach. */
export interface World {
  readonly tenant: TestTenant;
  /** With every right; its records are the targets. */
  readonly owner: TestClient;
  readonly records: Records;
  /** Another client of the same tenant, with every right. */
  readonly colleague: TestClient;
  /** In the owner's tenant, with every right, and without sight of the records. */
  readonly confined: TestClient;
  readonly reader: TestClient;
  readonly unsubscribed: TestClient;
  readonly disabled: TestClient;
  /** A client that sees other records since the time. */
  readonly changed: { readonly client: TestClient; readonly before: string };
  readonly foreign: Records;
  readonly foreignUserId: string;
}

export async function newWorld(): Promise<World> {
  const [tenant, other, free] = await Promise.all([newTenant(), newTenant(), newTenant({ planCode: 'free' })]);
  await Promise.all([tenant, other].map(addExampleFields));
  const [confinedUser, readerUser] = await Promise.all([
    tenant.user({ role: 'administrator', dataScope: 'own' }),
    tenant.user({ role: 'readOnly', dataScope: 'all' }),
  ]);
  const [owner, colleague, confined, reader, disabled, moving, stranger, unsubscribed] = await Promise.all([
    tenant.client({ scopes: [...grantableScopes] }),
    tenant.client(),
    tenant.client({ runAsUserId: confinedUser }),
    tenant.client({ runAsUserId: readerUser }),
    tenant.client(),
    tenant.client(),
    other.client(),
    free.client(),
  ]);
  const [records, foreign] = await Promise.all([Records.make(tenant, owner), Records.make(other, stranger)]);
  // A second record of each resource, so that a page of one has a cursor.
  await Promise.all(resources.map((resource) => records.create(resource)));
  const params = { tenantId: tenant.id };
  expectDone(await operator.disableApiClient({ params: { ...params, clientId: disabled.clientId } }), 200);
  const { syncUntilUtc: before } = expectDone(await moving.listCustomers(), 200);
  const body = { runAsUserId: readerUser };
  expectDone(await operator.updateApiClient({ params: { ...params, clientId: moving.clientId }, body }), 200);
  const changed = { client: moving, before };
  return {
    ...{ tenant, owner, records, colleague, confined, reader, unsubscribed, disabled, changed, foreign },
    foreignUserId: other.ownerId,
  };
}

/** Gives the tenant the custom fields of the examples, on every resource. */
export async function addExampleFields(tenant: TestTenant): Promise<void> {
  const params = { tenantId: tenant.id };
  for (const field of metadataContract.listCustomFields.example.answer) {
    const { key, label, fieldType, description, isRequired } = field;
    await Promise.all(
      metadataContract.listCustomFields.query.shape.module.options.map(async (module) => {
        const options = [...field.options];
        const body = { module, key, label, fieldType, description, isRequired, options };
        expectDone(await operator.createCustomField({ params, body }), 201);
      }),
    );
  }
}
