import type { NamedStatement } from '@rapport/database';

/**
 * The two statements of a read in pages. Their rows begin with the columns of the head and go on with `rowColumns`, of
 * which the first two are the position: a time and an id.
 */
export interface PageStatements {
  readonly first: NamedStatement;
  readonly next: NamedStatement;
  readonly rowColumns: readonly string[];
}

/** The page of a list or a feed that a caller asks for. */
export interface PageRequest {
  readonly updatedFrom?: string | undefined;
  readonly cursor?: string | undefined;
  readonly pageSize: number;
}
