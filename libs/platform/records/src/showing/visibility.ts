import type { RequestContext, Visibility } from '@rapport/kernel';
import { columnName } from '../defining/column.ts';
import type { RecordTarget, SeenBy } from '../defining/target.ts';

export type Scope = Visibility['scope'];

/** The predicates by which a scope sees the rows of a page, and a record before and after a change. */
export interface ScopePredicates {
  /**
   * The column with which the scope's own index begins, and its value, both with a comma behind, or nothing. Both are
   * compared as one row. Beside `owner = value` an index in the order of time alone would serve too, and the planner
   * reads all records of the tenant for the three of one owner. The index of teams has no record without one, which a
   * comparison of rows does not say.
   */
  readonly begin: { readonly column: string; readonly value: string; readonly isThere: string };
  /** Whether the scope sees another record, which is found by its id. */
  readonly sees: (alias: string) => string;
  readonly before: string;
  readonly after: string;
}

/** `parameter` is the one of the statement that holds the user or the team; a scope that sees everything has none. */
export function predicatesOf(scope: Scope, parameter: string): ScopePredicates {
  if (scope === 'all') {
    return { begin: { column: '', value: '', isThere: '' }, sees: () => 'true', before: 'true', after: 'true' };
  }
  const [column, side] = scope === 'own' ? ['owner_user_id', 'owner'] : ['team_id', 'team'];
  return {
    begin: {
      column: `${column}, `,
      value: `${parameter}, `,
      isThere: scope === 'team' ? ' and team_id is not null' : '',
    },
    sees: (alias) => `${alias}.${column} = ${parameter}`,
    before: `${side}_before = ${parameter}`,
    after: `${side}_after = ${parameter}`,
  };
}

/** A caller's scope, and the user or team whose records it sees, as a statement names them. */
export interface ViewerParameters {
  readonly scope: string;
  readonly viewer: string;
}

export const theViewer: ViewerParameters = { scope: ':scope::text', viewer: ':viewer::uuid' };

/** Their values. */
export function viewerValues({ visibility }: Pick<RequestContext, 'visibility'>) {
  return { scope: visibility.scope, viewer: viewerOf(visibility) };
}

/** The callers of one scope, and the parameter that holds the user or team. A caller that sees everything has none. */
export interface ScopeViewer {
  readonly knownScope: Scope;
  readonly viewer: string;
}

/** Callers of every scope share a text, or those of one scope have their own, which costs PostgreSQL less. */
export type Viewer = ViewerParameters | ScopeViewer;

/**
 * Whether the caller sees a record that is found by something else, so that no index has to serve the scope. A scope
 * without its user or team sees nothing.
 */
export function visibleTo({ seenBy = 'ownerAndTeam' }: Seen, viewer: Viewer, alias: string): string {
  if (typeof seenBy === 'object') {
    const { parent, member } = seenBy;
    const above = `above_${alias}`;
    return `exists (select from tenant.${parent.resource.table} ${above}
    where ${above}.id = ${alias}.${columnName(member)} and ${visibleTo(parent, viewer, above)})`;
  }
  return 'scope' in viewer ? inEachScope(seenBy, viewer, alias) : inScope(seenBy, viewer, alias);
}

function inEachScope(seenBy: SeenByItself, { scope, viewer }: ViewerParameters, alias: string): string {
  if (seenBy === 'everybody') {
    return 'true';
  }
  return `case ${scope} when 'all' then true when 'own' then ${alias}.owner_user_id = ${viewer}
    when 'team' then ${alias}.team_id = ${viewer} end`;
}

/** Not the bare comparison: a planner that knows few customers would look for the contacts of one in all that a user owns. */
function inScope(seenBy: SeenByItself, { knownScope, viewer }: ScopeViewer, alias: string): string {
  return knownScope === 'all' || seenBy === 'everybody'
    ? 'true'
    : `(${predicatesOf(knownScope, viewer).sees(alias)}) is true`;
}

type SeenByItself = Exclude<SeenBy, object>;

/** The rule that decides which callers see a record. */
export type Seen = Pick<RecordTarget, 'seenBy'>;

/** The user or the team whose records are seen. */
export function viewerOf(visibility: Visibility): string | null {
  switch (visibility.scope) {
    case 'all':
      return null;
    case 'own':
      return visibility.userId;
    case 'team':
      return visibility.teamId;
  }
}

/** A thing made once for each scope. */
export function forScopes<T>(make: (scope: Scope) => T): Record<Scope, T> {
  return { all: make('all'), own: make('own'), team: make('team') };
}
