import type { TenantSql } from '@rapport/database';
import type { CallContext, FieldErrors } from '@rapport/kernel';
import {
  noChange,
  type CustomFieldChange,
  type CustomFieldOutcome,
  type CustomFieldSet,
  type CustomFieldSets,
} from '../../defining/custom-field-sets.ts';
import type { Resource } from '../../defining/resource.ts';

/**
 * The definitions' word on a body: the change of its values, or what is wrong with it. The statement of a body with
 * errors is sent all the same, for what else is wrong with it, and writes nothing.
 */
export interface AllowedChange {
  /** The definitions that the body was held to. */
  readonly set: CustomFieldSet;
  readonly change: CustomFieldChange;
  readonly errors: FieldErrors | undefined;
  /** The tenant may add no record, whatever the body says. */
  readonly isRefused?: boolean | undefined;
}

/** The number of definitions under which a statement writes: none for a body that is refused. */
export function definitionsFor({
  set,
  errors,
  isRefused = false,
}: Pick<AllowedChange, 'set' | 'errors' | 'isRefused'>): number | null {
  return errors || isRefused ? null : set.number;
}

/**
 * Holds a body to the definitions that the process has. What they refuse is held to the definitions of this moment once
 * more, so no caller is refused by old ones.
 */
export async function allowedChange(
  context: CallContext,
  sql: TenantSql,
  sets: CustomFieldSets,
  { number }: Resource,
  judge: (rules: CustomFieldSet['rules']) => CustomFieldOutcome,
): Promise<AllowedChange> {
  const set = sets.known(sql.tenant, number);
  const { change, errors } = judge(set.rules);
  if (errors === undefined) {
    return { set, change, errors };
  }
  const current = await sets.current(context, sql, number);
  const judged = current === set ? { errors } : judge(current.rules);
  return { set: current, change: judged.change ?? noChange, errors: judged.errors };
}

/** The parameters that carry a change to its statement: none where it changes nothing. */
export function changeParameters({ set, cleared }: CustomFieldChange): { customFields?: object; cleared?: unknown } {
  for (const _ in set) {
    return { customFields: set, cleared };
  }
  return cleared.length > 0 ? { customFields: set, cleared } : {};
}
