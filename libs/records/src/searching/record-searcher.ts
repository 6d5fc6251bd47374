import { statement, type RawRow, type Statement, type TenantSql } from '@rapport/database';
import { searchWindow, type RequestContext, type Search, type SearchPage } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { copyVisibleTo } from '../copied-name.ts';
import type { RecordDefinition } from '../definition.ts';
import { joinVisibleTo } from '../joined-name.ts';
import type { RecordShape, RowSerializer } from '../shape.ts';
import { recordFields, type RecordFields } from './search-fields.ts';
import { longSearch, shortSearch, type SearchParts } from './search-statement.ts';
import { fieldNamed, searchTerms } from './search-terms.ts';
import { visibleTo } from '../visibility.ts';
import { viewerPlaces } from './viewer-places.ts';
import { lookText, obviousWay, searchWays, shortestWay, type SearchWay } from './search-ways.ts';

/** Searches the records of a resource that a caller sees. */
export class RecordSearcher {
  readonly #definition: RecordDefinition;
  readonly #shape: RecordShape;
  readonly #fields: RecordFields;
  readonly #serialize: RowSerializer;

  readonly #shortMax: number;

  /** `shortMax` is how many records a search sorts at most; it walks past more of them in the order of an index. */
  constructor(definition: RecordDefinition, shape: RecordShape, shortMax = searchWindow) {
    this.#definition = definition;
    this.#shortMax = shortMax;
    this.#shape = shape;
    this.#fields = recordFields(definition);
    this.#serialize = shape.serializer(1);
  }

  /** The items are JSON texts with a character for each byte. */
  async search(context: RequestContext, sql: TenantSql, search: Search): Promise<SearchPage<string>> {
    const parts = this.#parts(context, search);
    const way = await this.#wayOf(context, sql, parts);
    const rows = await this.#send(context, sql, 'search', (bind) =>
      way ? shortSearch(parts, way, bind) : longSearch(parts, bind),
    );
    const total = Number(rows[0]?.[0] ?? 0);
    const found = rows.filter((row) => row[this.#idAt] !== null);
    return {
      items: found.slice(0, search.pageSize).map((row) => this.#serialize(row, noCustomFields)),
      totalCount: Math.min(total, searchWindow),
      totalCountIsExact: total <= searchWindow,
      hasNextPage: found.length > search.pageSize,
    };
  }

  get #idAt(): number {
    return 1 + this.#shape.rowColumns.indexOf('id');
  }

  #parts({ visibility }: RequestContext, search: Search): SearchParts {
    return {
      definition: this.#definition,
      terms: searchTerms(this.#definition, this.#fields, search, visibility),
      search,
      sort: fieldNamed(this.#fields, search.sort.by),
      item: (bind) => {
        const viewer = viewerPlaces(visibility, bind);
        return this.#shape.columns(copyVisibleTo(viewer), joinVisibleTo(viewer), (alias) =>
          visibleTo({}, viewer, alias),
        );
      },
    };
  }

  /**
   * How the search goes is decided by what a look finds, never by an estimate. What is written after the look changes
   * no answer, because each way finds the same.
   */
  async #wayOf(context: RequestContext, sql: TenantSql, { definition, terms }: SearchParts): Promise<SearchWay | null> {
    const ways = searchWays(terms);
    const obvious = obviousWay(ways);
    if (obvious || ways.length === 0) {
      return obvious ?? null;
    }
    const [lengths] = await this.#send(context, sql, 'look', (bind) =>
      lookText(definition, ways, this.#shortMax, bind),
    );
    return shortestWay(ways, lengths?.map(Number) ?? [], this.#shortMax);
  }

  #send(context: RequestContext, sql: TenantSql, step: string, write: (bind: Bind) => string): Promise<RawRow[]> {
    const values: unknown[] = [];
    const text = write((value) => `$${values.push(value)}`);
    const composed: Statement = { ...statement(`${this.#definition.resource.name}_${step}`, text), isComposed: true };
    return sql.rows(context, composed, values);
  }
}

/** No item shows custom fields. */
const noCustomFields = { write: () => '[]' };
