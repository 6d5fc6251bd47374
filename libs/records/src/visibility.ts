import type { Visibility } from '@rapport/kernel';

export type Scope = Visibility['scope'];

export const scopes: readonly Scope[] = ['all', 'own', 'team'];

/** The predicates by which a scope sees a record, and a record before and after a change. */
export interface ScopePredicates {
  /**
   * For the rows of a page: what the order of the scope's own index begins with, and its value, both with a comma behind, or
   * nothing. They are compared as one row. Beside `owner = value` the order by time alone would do as well, and the planner
   * reads everybody's records for the three of one.
   */
  readonly begin: { readonly columns: (alias: string) => string; readonly values: string };
  /** For one record, which is found by its id: no index serves this form. */
  readonly visibleById: (alias: string) => string;
  readonly before: (alias: string) => string;
  readonly after: (alias: string) => string;
}

/** `place` is the statement's parameter that holds the user or the team; a scope that sees everything has none. */
export function predicatesOf(scope: Scope, place: string | null): ScopePredicates {
  if (scope === 'all' || place === null) {
    const everything = (): string => 'true';
    const begin = { columns: () => '', values: '' };
    return { begin, visibleById: everything, before: everything, after: everything };
  }
  const [column, side] = scope === 'own' ? ['owner_user_id', 'owner'] : ['team_id', 'team'];
  return {
    begin: { columns: (alias) => `${alias}.${column}, `, values: `${place}, ` },
    visibleById: (alias) => `${alias}.${column} is not distinct from ${place}`,
    before: (alias) => `${alias}.${side}_before = ${place}`,
    after: (alias) => `${alias}.${side}_after = ${place}`,
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

/** One of a thing for each scope. */
export function forScopes<T>(make: (scope: Scope) => T): Record<Scope, T> {
  return { all: make('all'), own: make('own'), team: make('team') };
}
