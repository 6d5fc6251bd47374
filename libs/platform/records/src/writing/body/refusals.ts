import { statement, type Sql } from '@rapport/database';
import { AppError, serviceUnavailable, validationFailed, type FieldErrors, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../../defining/definition.ts';
import { holderOf } from '../../showing/external-id.ts';
import { spoken, type Resource } from '../../defining/resource.ts';
import { theViewer, viewerValues, visibleTo } from '../../showing/visibility.ts';
import type { Reference } from './references.ts';
import { codeConstraint, codeTaken } from './taken-code.ts';

export function staleVersion(etag: string): AppError {
  return new AppError(
    'concurrency_conflict',
    `The record has changed: its ETag is now ${etag}. Read it again, and repeat the change on what it is now.`,
    { headers: { etag } },
  );
}

/** It gives the names of resources, and never ids or counts, because the caller may not see the records. */
export function inUse(used: readonly string[]): AppError {
  const names = new Intl.ListFormat('en-GB').format(used.map(spoken));
  return new AppError('resource_in_use', `There are ${names} that refer to this record; change or delete them first.`);
}

export function externalIdImmutable(): AppError {
  return new AppError(
    'external_id_immutable',
    'The record has another external id for this client, and an external id does not change; omit externalId to keep it.',
  );
}

/** The refusal of a body by what the tenant has: the references that name nothing, and `further` errors. */
export function invalidBody(
  context: RequestContext,
  references: readonly Reference[],
  wrong: readonly string[],
  further?: FieldErrors,
): AppError {
  const errors: FieldErrors = {};
  for (const { member, message } of references) {
    if (wrong.includes(member)) {
      errors[member] = [typeof message === 'string' ? message : message(context)];
    }
  }
  return validationFailed({ ...errors, ...further });
}

/** Whether the tenant may add no record of this resource. */
export function isFull(context: RequestContext, { isCounted }: Resource): boolean {
  return context.isFull === true && isCounted === true;
}

/** The refusal of a create that is good, where the plan allows no more records. */
export function planIsFull(): AppError {
  return new AppError(
    'plan_limit_reached',
    'The tenant has as many records as its plan allows; delete some, or choose a larger plan.',
  );
}

/** The refusal of an update by the state that the record is in. */
export function refusedByState({ resource, freeze }: RecordDefinition): AppError {
  if (!freeze) {
    throw new Error(`no state of ${resource.name} refuses an update`);
  }
  return new AppError(freeze.code, freeze.detail);
}

/** The refusal of a step that does not lead on from the state that the record is in. */
export function refusedStep({ resource: { table }, states }: RecordDefinition, was: string, wanted = ''): AppError {
  const ways = states?.from[was] ?? [];
  const waysOn =
    ways.length === 0 ? 'no step leads on from there' : `from there a step leads to ${either.format(ways)} alone`;
  const otherwise = states?.otherwise?.[wanted];
  const way = otherwise === undefined ? '' : ` ${otherwise}`;
  return new AppError('invalid_transition', `The ${spoken(table)} is ${was}, and ${waysOn}.${way}`);
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The error for a value that another record has, or the cause where no such value is known. */
export function valueTaken(definition: RecordDefinition, constraint: string | undefined, cause: unknown): unknown {
  const { table } = definition.resource;
  if (constraint === codeConstraint(definition.resource)) {
    return codeTaken(definition, undefined, cause);
  }
  return constraint === `${table}_name_unique`
    ? new AppError('name_conflict', `Another ${spoken(table)} beside it has this name; choose another.`, { cause })
    : cause;
}

/** The refusal of a record that would stand above itself. */
export function hierarchyCycle({ table }: Resource): AppError {
  return new AppError(
    'hierarchy_cycle',
    `The ${spoken(table)} would stand below itself; choose a parent that is not below it.`,
  );
}

export function noFreeCode(): AppError {
  return serviceUnavailable('No free code was found for the record; send one, or try again.');
}

export async function externalIdConflict(
  context: RequestContext,
  sql: Sql,
  holderOfId: HolderStatement,
  externalId: string | null | undefined,
): Promise<AppError> {
  const values = { externalId, client: context.actor.clientId, ...viewerValues(context) };
  const [holder] = await sql.query<{ id: string }>(context, holderOfId.with(values));
  return heldExternalId(holder?.id);
}

/** The refusal of an external id that a record holds already; its id is there where the caller may see it. */
export function heldExternalId(holderId: string | undefined): AppError {
  const holder = holderId === undefined ? 'a record that this client may not see' : `the record ${holderId}`;
  return new AppError(
    'external_id_conflict',
    `The externalId is held by ${holder}; update that record, or send another externalId.`,
  );
}

export type HolderStatement = ReturnType<typeof holderStatement>;

/** The record that holds an external id, where the caller may see it. */
export function holderStatement(definition: RecordDefinition) {
  const { name, number, table } = definition.resource;
  return statement(
    `${name}_holder`,
    `select id from tenant.${table} record
where id = ${holderOf(number, ':externalId', ':client')} and ${visibleTo(definition, theViewer, 'record')}`,
    { names: ['externalId', 'client', 'scope', 'viewer'] },
  );
}
