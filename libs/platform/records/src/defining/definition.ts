import type { ErrorCode } from '@rapport/kernel';
import { columnName, type Column } from './column.ts';
import type { Resource } from './resource.ts';
import type { States } from './states.ts';
import { isRecord, type RecordTarget, type SeenBy, type Target } from './target.ts';
import type { Timeline } from './timeline.ts';

/**
 * The columns of a resource by their members. What every record has (id, owner, team, custom fields, version, times)
 * is not among them, nor are the copied names, which follow from the references.
 */
export type Columns = Readonly<Record<string, Column<unknown, unknown>>>;

/** A state in which a record refuses every update that would change it. */
export interface Freeze {
  /** A predicate over the record's columns. */
  readonly when: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

/** The searchable part of a resource beside its columns. */
export interface RecordSearch {
  /** The members in which words are looked for. */
  readonly texts: readonly string[];
  /** The members behind whose columns an index stands, so that a search may begin with one of their values. */
  readonly indexed: readonly string[];
  /** Other members that filters compare as texts, in which no words are looked for. */
  readonly otherTexts?: readonly string[];
  /**
   * For records without texts of their own, in whose place words are looked for in those of others: a predicate over
   * `record`. `holds` is one over `text`, a row of tenant.search_text.
   */
  readonly textsOf?: (sees: (alias: string) => string, holds: string) => string;
}

/** Everything about a resource that its records do not share with those of other resources. */
export interface RecordDefinition<C extends Columns = Columns> {
  readonly resource: Resource;
  readonly columns: C;
  /** By default its owner and team. A record that is seen otherwise has neither. */
  readonly seenBy?: SeenBy;
  /** The members with references to records that take this one along when they are deleted. */
  readonly goesWith?: readonly string[];
  /**
   * Such members whose records may be hundreds of thousands, which go after that one, chunk by chunk. Callers see
   * and find such a record by that one alone, so none of them sees it any more.
   */
  readonly goesAfter?: readonly string[];
  readonly freeze?: Freeze;
  readonly states?: States;
  readonly search?: RecordSearch;
  readonly timeline?: Timeline;
}

/** A column with the id of a synchronised record. */
export interface RecordReference {
  readonly member: string;
  readonly column: string;
  readonly resource: Resource;
  readonly target: RecordTarget;
}

/** A reference whose record's name is kept as a copy. */
export interface NameCopy extends RecordReference {
  readonly shownAs: string;
  readonly copy: string;
}

/** The references that keep what they name from being deleted. */
export function recordReferences({ columns }: RecordDefinition): RecordReference[] {
  return Object.entries(columns).flatMap(([member, { target, weakTo }]) =>
    target && isRecord(target) && weakTo === undefined
      ? [{ member, column: columnName(member), resource: target.resource, target }]
      : [],
  );
}

export function nameCopies(definition: RecordDefinition): NameCopy[] {
  return recordReferences(definition).flatMap((reference) => {
    const shownAs = definition.columns[reference.member]?.shownAs;
    return shownAs === undefined ? [] : [{ ...reference, shownAs, copy: columnName(shownAs) }];
  });
}

/** A reference whose target's name is read together with the record. */
export interface NameJoin {
  readonly member: string;
  readonly column: string;
  /** Null for a user: the cell has the names of users. */
  readonly target: Target | null;
  readonly joinedAs: string;
}

export function nameJoins({ columns }: RecordDefinition): NameJoin[] {
  return Object.entries(columns).flatMap(([member, { target, joinedAs }]) =>
    target === undefined || joinedAs === undefined ? [] : [{ member, column: columnName(member), target, joinedAs }],
  );
}

/** A definition and those of its columns that name records of a certain resource. */
export interface Referrer {
  readonly definition: RecordDefinition;
  readonly columns: readonly string[];
}

/** The definitions, among all, whose records hold records of this resource by referring to them. */
export function referrersTo(resource: Resource, all: readonly RecordDefinition[]): Referrer[] {
  return referrers(resource, all, (definition) =>
    referencesIn(definition).filter(({ member }) => !isPartBy(definition, member)),
  );
}

/** The definitions, among all, whose records go with those of this resource. */
export function partsOf(resource: Resource, all: readonly RecordDefinition[]): Referrer[] {
  return partsBy(({ goesWith = [] }) => goesWith, resource, all);
}

/** The definitions, among all, whose records go after those of this resource. */
export function remnantsOf(resource: Resource, all: readonly RecordDefinition[]): Referrer[] {
  return partsBy(({ goesAfter = [] }) => goesAfter, resource, all);
}

/** The references to records after which those of a definition go. */
export function remnantReferences(definition: RecordDefinition): RecordReference[] {
  return recordReferences(definition).filter(({ member }) => definition.goesAfter?.includes(member));
}

/** No other record may depend on a part. */
function partsBy(
  membersOf: (definition: RecordDefinition) => readonly string[],
  resource: Resource,
  all: readonly RecordDefinition[],
): Referrer[] {
  const parts = referrers(resource, all, (definition) =>
    referencesIn(definition).filter(({ member }) => membersOf(definition).includes(member)),
  );
  const held = parts.find(({ definition }) => all.some((other) => refersTo(other, definition.resource)));
  if (held) {
    throw new Error(`${held.definition.resource.name} go with ${resource.name}, so no record may refer to them`);
  }
  return parts;
}

/** Whether the records go when others are deleted. */
export function isPart({ goesWith = [], goesAfter = [] }: RecordDefinition): boolean {
  return goesWith.length + goesAfter.length > 0;
}

function refersTo(definition: RecordDefinition, { table }: Resource): boolean {
  return referencesIn(definition).some((reference) => reference.table === table);
}

function isPartBy({ goesWith = [], goesAfter = [] }: RecordDefinition, member: string): boolean {
  return goesWith.includes(member) || goesAfter.includes(member);
}

/** The references of a definition, those that it calls rows of a table among them. */
function referencesIn({ columns }: RecordDefinition): TableReference[] {
  return Object.entries(columns).flatMap(([member, { target, weakTo }]) => {
    const table = target && (isRecord(target) ? target.resource.table : target.table);
    return table !== undefined && weakTo === undefined ? [{ member, column: columnName(member), table }] : [];
  });
}

interface TableReference {
  readonly member: string;
  readonly column: string;
  readonly table: string;
}

/** The definitions, among all, whose records show names of this resource's records. */
export function nameDependents(resource: Resource, all: readonly RecordDefinition[]): Referrer[] {
  return referrers(resource, all, (definition) =>
    nameCopies(definition).map(({ member, column, resource: { table } }) => ({ member, column, table })),
  );
}

function referrers(
  resource: Resource,
  all: readonly RecordDefinition[],
  referencesOf: (definition: RecordDefinition) => readonly TableReference[],
): Referrer[] {
  return all.flatMap((definition) => {
    const columns = referencesOf(definition).filter(({ table }) => table === resource.table);
    return columns.length > 0 ? [{ definition, columns: columns.map(({ column }) => column) }] : [];
  });
}

/** The members that every record has beside its own. */
export interface StandardMembers {
  readonly id: string;
  readonly ownerUserId: string;
  readonly ownerName: string | null;
  readonly externalId: string | null;
  readonly customFields: readonly object[];
  readonly createdOnUtc: string;
  readonly lastModifiedOnUtc: string;
}

type ValueOf<C> = C extends Column<infer T, unknown> ? T : never;
type InputOf<C> = C extends Column<unknown, infer In> ? In : never;

/** The copied names of a definition, by the members that show them. */
type CopiedNames<C extends Columns> = {
  readonly [K in keyof C as C[K] extends { readonly shownAs: infer Member extends string } ? Member : never]:
    string | null;
};

/** The names of a definition that are read together with the record. */
type JoinedNames<C extends Columns> = {
  readonly [K in keyof C as C[K] extends { readonly joinedAs: infer Member extends string } ? Member : never]:
    string | null;
};

/** The words of those columns that go out as numbers. */
type Words<C extends Columns> = {
  readonly [K in keyof C as C[K] extends { readonly wordAs: infer Member extends string } ? Member : never]: string;
};

/** All that a record has, by member, in the types of answers. */
export type MembersOf<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> } & CopiedNames<C> &
  JoinedNames<C> &
  Words<C> &
  StandardMembers;

/** The input of a create or update. Omitted and null mean the same, but `externalId: null` would take the id away. */
export type RecordInput<C extends Columns = Columns> = {
  readonly [K in keyof C]?: InputOf<C[K]> | null | undefined;
} & {
  readonly ownerUserId?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  /** As they were sent; the definitions of the tenant say what they may be. */
  readonly customFields?: unknown;
};
