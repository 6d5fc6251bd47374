import type { Visibility } from '@rapport/kernel';

export type Scope = Visibility['scope'];

/** The predicates by which a scope sees a record, and a record before and after a change. */
export interface ScopePredicates {
  /**
   * For the rows of a page: the column with which the scope's own index begins, and its value, both with a comma
   * behind, or nothing. Both are compared as one row. Beside `owner = value` an index in the order of time alone would
   * serve too, and the planner reads all records of the tenant for the three of one owner.
   */
  readonly begin: { readonly column: string; readonly value: string };
  /** For one record, which is found by its id: no index serves this form. */
  readonly visibleById: string;
  readonly before: string;
  readonly after: string;
}

/** `place` is the statement's parameter that holds the user or the team; a scope that sees everything has none. */
export function predicatesOf(scope: Scope, place: string | null): ScopePredicates {
  if (scope === 'all' || place === null) {
    return { begin: { column: '', value: '' }, visibleById: 'true', before: 'true', after: 'true' };
  }
  const [column, side] = scope === 'own' ? ['owner_user_id', 'owner'] : ['team_id', 'team'];
  return {
    begin: { column: `${column}, `, value: `${place}, ` },
    visibleById: `${column} is not distinct from ${place}`,
    before: `${side}_before = ${place}`,
    after: `${side}_after = ${place}`,
  };
}

/** The user or the team whose records are seen. */
export function scopeValue(visibility: Visibility): string | null {
  switch (visibility.scope) {
    case 'all':
      return null;
    case 'own':
      return visibility.userId;
    case 'team':
      return visibility.teamId;
  }
}

/** The same thing made for each scope. */
export function forScopes<T>(make: (scope: Scope) => T): Record<Scope, T> {
  return { all: make('all'), own: make('own'), team: make('team') };
}
