import type { OperatorOfKind, SearchOperator } from '@rapport/kernel';

/** A column by which a list is filtered: the condition of each operator, in texts that are written here alone. */
export interface SearchColumn {
  /** `value` is what the text says for the value. */
  readonly condition: (operator: SearchOperator, value: string) => string;
}

type Condition = (value: string) => string;

/**
 * A text. Whether it is the same as another does not rest on case; what it contains, on neither case nor accents, which
 * the function of its database takes away: `folded` is the text without them.
 */
export function text(sql: string, folded: string, fold = 'control.folded'): SearchColumn {
  return column<OperatorOfKind<'text'>>(sql, {
    eq: (value) => `lower(${sql}) = lower(${value}::text)`,
    ne: (value) => `lower(${sql}) is distinct from lower(${value}::text)`,
    // A subquery behind `in` would be a join, and twenty joins take the planner seconds.
    in: (value) => `lower(${sql}) = any(array(select lower(given) from unnest(${value}::text[]) given))`,
    contains: (value) => `strpos(${folded}, ${fold}(${value}::text)) > 0`,
    startsWith: (value) => `starts_with(${folded}, ${fold}(${value}::text))`,
  });
}

/** A text that is compared as it stands: an enum, for example. */
export function name(sql: string): SearchColumn {
  return exactly(sql, 'text');
}

export function id(sql: string): SearchColumn {
  return exactly(sql, 'uuid');
}

export function flag(sql: string): SearchColumn {
  return exactly(sql, 'boolean');
}

export function time(sql: string): SearchColumn {
  return exactly(sql, 'timestamptz');
}

/** The types of PostgreSQL that are searched. */
export const searchedTypes = ['text', 'uuid', 'boolean', 'integer', 'numeric', 'date', 'timestamptz'] as const;

/** A value of one of PostgreSQL's types, compared as that type does. */
export function valueOf(sql: string, type: (typeof searchedTypes)[number]) {
  return exactly(sql, type);
}

/** A list of texts: a record is found by one of them. */
export function code(sql: string): SearchColumn {
  return column<OperatorOfKind<'code'>>(sql, {
    eq: (value) => `${value}::text = any(${sql})`,
    ne: (value) => `${value}::text <> all(${sql})`,
    in: (value) => `${sql} && ${value}::text[]`,
  });
}

function exactly(sql: string, type: string): SearchColumn {
  const compare =
    (operator: string): Condition =>
    (value) =>
      `${sql} ${operator} ${value}::${type}`;
  return column<OperatorOfKind<'value'>>(sql, {
    eq: compare('='),
    ne: compare('is distinct from'),
    in: (value) => `${sql} = any(${value}::${type}[])`,
    gt: compare('>'),
    gte: compare('>='),
    lt: compare('<'),
    lte: compare('<='),
  });
}

/** The request was checked, so an operator that a column lacks is a mistake of the program. */
function column<Known extends SearchOperator>(
  sql: string,
  conditions: Readonly<Record<Known, Condition>>,
): SearchColumn {
  const all: Partial<Record<SearchOperator, Condition>> = {
    isNull: () => `${sql} is null`,
    isNotNull: () => `${sql} is not null`,
    ...conditions,
  };
  return {
    condition: (operator, value) => {
      const write = all[operator];
      if (!write) {
        throw new Error(`A search has no ${operator} for ${sql}.`);
      }
      return write(value);
    },
  };
}
