import { statement, type Sql } from '@rapport/database';
import { AppError, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../../defining/definition.ts';
import { spoken, type Resource } from '../../defining/resource.ts';
import { theViewer, viewerValues, visibleTo } from '../../showing/visibility.ts';

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

/** Names the record that has a code, after a look at which it is. */
export class CodeHolder {
  readonly #definition: RecordDefinition;
  readonly #statement: ReturnType<typeof holderStatement> | null;

  constructor(definition: RecordDefinition) {
    this.#definition = definition;
    this.#statement = 'code' in definition.columns ? holderStatement(definition) : null;
  }

  async refuse(context: RequestContext, sql: Sql, input: object, cause: unknown): Promise<AppError> {
    const { code } = input as { readonly code?: unknown };
    const sent = this.#statement?.with({ code, ...viewerValues(context) });
    const [holder] = sent ? await sql.query<{ id: string }>(context, sent) : [];
    return codeTaken(this.#definition, holder?.id, cause);
  }
}

/** The record that has a code, where the caller may see it. */
function holderStatement(definition: RecordDefinition) {
  const { name, table } = definition.resource;
  return statement(
    `${name}_code_holder`,
    `select id from tenant.${table} record where lower(code) = lower(:code) and ${visibleTo(definition, theViewer, 'record')}`,
    { names: ['scope', 'viewer'] },
  );
}
