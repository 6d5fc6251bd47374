import type { Endpoint } from '@rapport/http-contract';
import type { Row } from './expected.ts';
import { operations, resourceOf, type Resource } from './operations.ts';
import { send, type Changes } from './requests.ts';
import { newWorld } from './world.ts';

/** The one world of the table: each row leaves its records as they are. */
export const world = await newWorld();

export const missingId = '01890000-0000-7000-8000-000000000000';

type Named = readonly [name: string, operation: Endpoint];

export function named(chosen: readonly Endpoint[]): readonly Named[] {
  return chosen.map((operation) => [operation.operationId, operation]);
}

export const all = named(operations);
export const guarded = all.filter(([, { access }]) => access !== 'open');
export const ofRecords = guarded.filter(([, operation]) => resourceOf(operation) !== undefined);
export const taking = ofRecords.filter(([, { body }]) => body !== undefined);
export const keyed = ofRecords.filter(([, { headers }]) => headers !== undefined && 'idempotency-key' in headers.shape);

/** The operation's right request with these changes, and the answer that it must get. */
export function row(name: string, operation: Endpoint, changes: Changes, status: number, code?: string): Row {
  return { name, ask: () => send(world, operation, changes), status, ...(code === undefined ? {} : { code }) };
}

export function resourceIn(operation: Endpoint): Resource {
  const resource = resourceOf(operation);
  if (resource === undefined) {
    throw new Error(`${operation.operationId} is an operation of no resource.`);
  }
  return resource;
}

/** The members of the resource's example, as this world has them. An update leaves code and external id as they are. */
export function rightMembers(operation: Endpoint): Readonly<Record<string, unknown>> {
  return { ...world.records.newBody(resourceIn(operation)), code: undefined, externalId: undefined };
}
