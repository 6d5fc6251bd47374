import type { ErrorCode } from '@rapport/kernel';
import { columnName, type Column } from './column.ts';
import type { Resource } from './resource.ts';
import { isRecord } from './target.ts';

/**
 * The columns of a resource by their members. What every record has (id, owner, team, custom fields, version, times)
 * is not among them, nor are the copied names, which follow from the references.
 */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A state in which a record refuses every update that would change it. */
export interface Freeze {
  /** A predicate over the record's columns. */
  readonly when: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

/** Everything about a resource that its records do not share with those of other resources. */
export interface RecordDefinition<C extends Columns = Columns> {
  readonly resource: Resource;
  readonly columns: C;
  readonly freeze?: Freeze;
}

export function defineRecords<const C extends Columns>(definition: RecordDefinition<C>): RecordDefinition<C> {
  return definition;
}

/** A column with the id of a synchronised record. */
export interface RecordReference {
  readonly member: string;
  readonly column: string;
  readonly resource: Resource;
}

/** A reference whose record's name is kept as a copy. */
export interface NameCopy extends RecordReference {
  readonly shownAs: string;
  readonly copy: string;
}

export function recordReferences({ columns }: RecordDefinition): RecordReference[] {
  return Object.entries(columns).flatMap(([member, { target }]) =>
    target && isRecord(target) ? [{ member, column: columnName(member), resource: target.resource }] : [],
  );
}

export function nameCopies(definition: RecordDefinition): NameCopy[] {
  return recordReferences(definition).flatMap((reference) => {
    const shownAs = definition.columns[reference.member]?.shownAs;
    return shownAs === undefined ? [] : [{ ...reference, shownAs, copy: columnName(shownAs) }];
  });
}

/** A definition and those of its columns that name records of a certain resource. */
export interface Referrer {
  readonly definition: RecordDefinition;
  readonly columns: readonly string[];
}

/** The definitions, among all, whose records refer to records of this resource. */
export function referrersTo(resource: Resource, all: readonly RecordDefinition[]): Referrer[] {
  return referrers(resource, all, recordReferences);
}

/** The definitions, among all, whose records show names of this resource's records. */
export function nameBearers(resource: Resource, all: readonly RecordDefinition[]): Referrer[] {
  return referrers(resource, all, nameCopies);
}

function referrers(
  { number }: Resource,
  all: readonly RecordDefinition[],
  referencesOf: (definition: RecordDefinition) => readonly RecordReference[],
): Referrer[] {
  return all.flatMap((definition) => {
    const columns = referencesOf(definition).filter(({ resource }) => resource.number === number);
    return columns.length > 0 ? [{ definition, columns: columns.map(({ column }) => column) }] : [];
  });
}

/** The members that every record has beside its own. */
export interface StandardMembers {
  readonly id: string;
  readonly ownerUserId: string;
  readonly externalId: string | null;
  readonly customFields: readonly object[];
  readonly createdOnUtc: string;
  readonly lastModifiedOnUtc: string;
}

type ValueOf<C> = C extends Column<infer T> ? T : never;

/** The copied names of a definition, by the members that show them. */
type CopiedNames<C extends Columns> = {
  readonly [K in keyof C as C[K] extends { readonly shownAs: infer Member extends string } ? Member : never]:
    string | null;
};

/** All that a record has, by member, in the types of answers. */
export type MembersOf<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> } & CopiedNames<C> &
  StandardMembers;

/** The input of a create or update. Omitted and null mean the same, but `externalId: null` would take the id away. */
export type RecordInput<C extends Columns = Columns> = {
  readonly [K in keyof C]?: ValueOf<C[K]> | null | undefined;
} & {
  readonly ownerUserId?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  /** As they were sent; the definitions of the tenant say what they may be. */
  readonly customFields?: unknown;
};
