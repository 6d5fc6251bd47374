import { synchronised } from '@rapport/crm-records';
import type { RunningPlatform } from '@rapport/testbed';
import pg from 'pg';
import type { BenchTenant } from '../bench-tenants.ts';
import { bodyOf, customFields, type ResourceName } from './bodies.ts';
import { createRecords, type NewRecord } from './create-records.ts';
import { fillTenant, type FilledTenant } from './filled-tenants.ts';

/** A resource of a tenant whose requests are compared with those of a bare server. */
export interface BenchedResource {
  readonly resource: ResourceName;
  /** One record, in the title of a table. */
  readonly one: string;
  readonly tenant: BenchTenant;
  readonly ids: readonly string[];
  /** The body of the record with this number. */
  readonly body: (number: number) => Record<string, unknown>;
  readonly definitions: Definitions;
}

/** The definitions of custom fields, as the product sends them with a statement. */
export interface Definitions {
  readonly number: number;
  readonly keys: readonly string[];
}

/** Customers as bare as they can be, and opportunities with three references and ten custom fields. */
export async function benchedResources(
  platform: RunningPlatform,
  tenant: BenchTenant,
  count: number,
): Promise<BenchedResource[]> {
  const origin = await platform.origin('public-api');
  const filled = await fillTenant(origin, tenant, { customers: count, contacts: count / 10, leads: count / 10 });
  return [
    {
      resource: 'customers',
      one: 'a customer',
      tenant,
      ids: filled.ids.customers,
      body: (number) => bodyOf('customers', number, filled.ids),
      definitions: { number: 0, keys: [] },
    },
    await opportunitiesOf(platform, filled, count),
  ];
}

async function opportunitiesOf(
  platform: RunningPlatform,
  tenant: FilledTenant,
  count: number,
): Promise<BenchedResource> {
  const resource = 'opportunities';
  const values = customFields.map(({ key, value }) => ({ key, value }));
  const body = (number: number): Record<string, unknown> => ({
    ...bodyOf(resource, number, tenant.ids),
    customFields: values,
  });
  for (const { key, fieldType } of customFields) {
    const definition = { module: resource, key, fieldType, label: key } as const;
    const options = fieldType === 'select' ? { options: ['industry', 'trade'] } : {};
    const { status } = await platform.operator.createCustomField({
      params: { tenantId: tenant.tenant.id },
      body: { ...definition, ...options },
    });
    if (status !== 201) {
      throw new Error(`The custom field ${key} was refused with ${status}.`);
    }
  }
  const records = Array.from({ length: count }, (_, number): NewRecord => ({
    token: tenant.token,
    resource,
    body: body(number),
  }));
  return {
    resource,
    one: 'an opportunity with three references and ten custom fields',
    tenant,
    ids: await createRecords(await platform.origin('public-api'), records),
    body,
    definitions: await definitionsOf(platform, tenant, resource),
  };
}

async function definitionsOf(
  platform: RunningPlatform,
  { schema }: BenchTenant,
  name: ResourceName,
): Promise<Definitions> {
  const number = synchronised.find(({ resource }) => resource.name === name)?.resource.number;
  const client = await platform.connect('administrator');
  try {
    const { rows } = await client.query<{ definitions: string }>(
      `select definitions from ${pg.escapeIdentifier(schema)}.feed_floor where resource = $1`,
      [number],
    );
    return { number: Number(rows[0]?.definitions), keys: customFields.map(({ key }) => key) };
  } finally {
    await client.end();
  }
}
