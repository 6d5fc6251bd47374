import { statement, type Sql, type Statement } from '@rapport/database';
import { AppError, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../definition.ts';
import { spoken, type Resource } from '../resource.ts';
import { viewerOf, visibleTo } from '../visibility.ts';

/** The unique index of a resource's codes. */
export function codeConstraint({ table }: Resource): string {
  return `${table}_code_unique`;
}

/** The refusal of a code that a record has already; its id is there where the caller may see it. */
export function codeTaken(
  { resource: { table }, columns }: RecordDefinition,
  holderId: string | undefined,
  cause?: unknown,
): AppError {
  const isGenerated = Object.values(columns).some(({ codePrefix }) => codePrefix !== undefined);
  const way = isGenerated ? 'leave it out to get a generated one' : 'leave it out';
  const holder = holderId === undefined ? `Another ${spoken(table)}` : `The ${spoken(table)} ${holderId}`;
  return new AppError('code_conflict', `${holder} has this code, ignoring case; choose another or ${way}.`, { cause });
}

/** The same, after a look at which record it is. */
export async function codeConflict(
  context: RequestContext,
  sql: Sql,
  { definition, holderOfCode }: WithCodes,
  input: object,
  cause?: unknown,
): Promise<AppError> {
  const { visibility } = context;
  const { code } = input as { readonly code?: unknown };
  const values = [code, visibility.scope, viewerOf(visibility)];
  const holders = holderOfCode === null ? [] : await sql.query<{ id: string }>(context, holderOfCode, values);
  return codeTaken(definition, holders[0]?.id, cause);
}

interface WithCodes {
  readonly definition: RecordDefinition;
  readonly holderOfCode: Statement | null;
}

/** The record that has a code, where the caller may see it, or null for a kind without codes. $1 code $2 $3 the viewer */
export function codeHolderStatement(definition: RecordDefinition): Statement | null {
  const { name, table } = definition.resource;
  if (!('code' in definition.columns)) {
    return null;
  }
  const viewer = { scope: '$2::text', viewer: '$3::uuid' };
  return statement(
    `${name}_code_holder`,
    `select id from tenant.${table} record where lower(code) = lower($1) and ${visibleTo(definition, viewer, 'record')}`,
  );
}
