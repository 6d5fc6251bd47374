import type { TenantSql } from '@rapport/database';
import type { CallContext, FieldErrors, TenantRef } from '@rapport/kernel';

/** The change of a record's stored values by a body: `(stored - cleared) || set`. */
export interface CustomFieldChange {
  readonly set: Readonly<Record<string, string | number>>;
  readonly cleared: readonly string[];
}

/** The change of a body that lists no field. */
export const noChange: CustomFieldChange = { set: {}, cleared: [] };

/** The change that a body asks for, or everything that is wrong with it, by its paths in the body. */
export type CustomFieldOutcome =
  | { readonly change: CustomFieldChange; readonly errors?: undefined }
  | { readonly change?: undefined; readonly errors: FieldErrors };

/** The definitions of a resource's custom fields as they are under one number. */
export interface CustomFieldSet {
  /** It changes with each change of a definition; 0 before the first. */
  readonly number: number;
  /** The keys of the fields that answers show, in their order. */
  readonly keys: readonly string[];
  /** The check of a body. It is asked for the `customFields` as they were sent. */
  readonly rules: {
    create(sent: unknown): CustomFieldOutcome;
    update(sent: unknown): CustomFieldOutcome;
  };
  /** Writes the stored values of a record, as PostgreSQL prints them, as an answer shows them. */
  readonly write: (stored: string) => string;
}

/**
 * The definitions that this process has. They may be old, so every statement compares their number or gives the one of
 * its snapshot, and its caller begins again with `atLeast` where the two differ.
 */
export interface CustomFieldSets {
  /** The copy of this process, or the set without any definition where it has none. */
  known(tenant: Pick<TenantRef, 'number'>, resource: number): CustomFieldSet;
  /** The definitions of this number, or of a later one. */
  atLeast(context: CallContext, sql: TenantSql, resource: number, number: number): Promise<CustomFieldSet>;
  /** The definitions as they are at this moment. */
  current(context: CallContext, sql: TenantSql, resource: number): Promise<CustomFieldSet>;
}

/** The definitions of the number that a statement gave. Most often this process has them. */
export function setOf(
  context: CallContext,
  sql: TenantSql,
  sets: CustomFieldSets,
  resource: number,
  number: number,
): CustomFieldSet | Promise<CustomFieldSet> {
  const known = sets.known(sql.tenant, resource);
  return known.number === number ? known : sets.atLeast(context, sql, resource, number);
}

const noSet: CustomFieldSet = {
  number: 0,
  keys: [],
  rules: { create: () => ({ change: noChange }), update: () => ({ change: noChange }) },
  write: () => '[]',
};

/** For a service whose tenants have no custom fields. */
export const noCustomFields: CustomFieldSets = {
  known: () => noSet,
  atLeast: async () => noSet,
  current: async () => noSet,
};

/** The number of the definitions in the statement's snapshot, as SQL. */
export function definitionsNumber(resource: number): string {
  return `(select definitions from tenant.feed_floor where resource = ${resource})`;
}
