import { statement, type Sql, type Statement } from '@rapport/database';
import { AppError, serviceUnavailable, validationFailed, type RequestContext } from '@rapport/kernel';
import { etagOf } from '../etag.ts';
import { holderOf } from '../external-id.ts';
import type { Reference, Resource, ResourceDefinition } from '../resource.ts';
import { predicatesOf, scopeValue, type Scope } from '../visibility.ts';

export function notFound({ name }: Resource): AppError {
  return new AppError('not_found', `There is no such record among the ${name}, or this client may not see it.`);
}

export function staleVersion(version: number, externalId: string | null): AppError {
  const etag = etagOf(version, externalId);
  return new AppError(
    'concurrency_conflict',
    `The record has changed: its ETag is now ${etag}. Read it again, and repeat the change on what it is now.`,
    { headers: { etag } },
  );
}

export function externalIdImmutable(): AppError {
  return new AppError(
    'external_id_immutable',
    'The record has another external id for this client, and an external id does not change; omit externalId to keep it.',
  );
}

export function invalidReferences(references: readonly Reference[], wrong: readonly string[]): AppError {
  const errors = references
    .filter(({ column }) => wrong.includes(column))
    .map(({ column, message }) => [column, [message]]);
  return validationFailed(Object.fromEntries(errors) as Record<string, string[]>);
}

/** The resource's own error for a value that another record has, or the cause where its definition has none. */
export function valueTaken({ unique }: ResourceDefinition, constraint: string | undefined, cause: unknown): unknown {
  const taken = unique?.find((candidate) => candidate.constraint === constraint);
  return taken ? new AppError(taken.code, taken.detail, { cause }) : cause;
}

export function tooManyAttempts(): AppError {
  return serviceUnavailable('The record changes too often at the moment; nothing of this request was done, try again.');
}

/** The record that holds an external id, where the caller may see it. $1 external id $2 client [$3 scope] */
export function holderStatement({ name, number, table }: Resource, scope: Scope): Statement {
  const { visibleById } = predicatesOf(scope, '$3');
  return statement(
    `${name}_holder_${scope}`,
    `select id from tenant.${table}
where id = ${holderOf(number, '$1', '$2')} and ${visibleById}`,
  );
}

export async function externalIdConflict(
  context: RequestContext,
  sql: Sql,
  holders: Record<Scope, Statement>,
  externalId: string | null | undefined,
): Promise<AppError> {
  const scope = scopeValue(context.visibility);
  const values = [externalId, context.actor.clientId, ...(scope === null ? [] : [scope])];
  const [holder] = await sql.query<{ id: string }>(context, holders[context.visibility.scope], values);
  const who = holder ? `the record ${holder.id}` : 'a record that this client may not see';
  return new AppError(
    'external_id_conflict',
    `The externalId is held by ${who}; update that record, or send another externalId.`,
  );
}
