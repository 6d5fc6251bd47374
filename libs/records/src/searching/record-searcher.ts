import { statement, type RawRow, type Statement, type TenantSql } from '@rapport/database';
import type { RequestContext, Search, SearchPage } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { copyVisibleTo } from '../copied-name.ts';
import type { RecordDefinition } from '../definition.ts';
import { joinVisibleTo } from '../joined-name.ts';
import type { RecordShape, RowSerializer } from '../shape.ts';
import { recordFields, type RecordFields } from './search-fields.ts';
import { KnownTotals } from './known-totals.ts';
import { longSearch, matchesNeeded, pageEnd, type Walk } from './long-search.ts';
import { searchBounds, type SearchBounds } from './search-bounds.ts';
import { countedColumns, type SearchParts } from './search-statement.ts';
import { shortSearch } from './short-search.ts';
import { fieldNamed, searchTerms } from './search-terms.ts';
import { visibleTo } from '../visibility.ts';
import { viewerPlaces } from './viewer-places.ts';
import { asksTexts, lookText, obviousWay, outlookOf, searchWays, type Outlook } from './search-ways.ts';

/** Searches the records of a resource that a caller sees. */
export class RecordSearcher {
  readonly #definition: RecordDefinition;
  readonly #shape: RecordShape;
  readonly #fields: RecordFields;
  readonly #serialize: RowSerializer;
  readonly #bounds: SearchBounds;
  readonly #totals = new KnownTotals();

  constructor(definition: RecordDefinition, shape: RecordShape, bounds: Partial<SearchBounds> = {}) {
    this.#definition = definition;
    this.#bounds = { ...searchBounds, ...bounds };
    this.#shape = shape;
    this.#fields = recordFields(definition);
    this.#serialize = shape.serializer(countedColumns.length);
  }

  /** The items are JSON texts with a character for each byte. */
  async search(context: RequestContext, sql: TenantSql, search: Search): Promise<SearchPage<string>> {
    const parts = this.#parts(context, search);
    const rows = (await this.#findAgain(context, sql, parts)) ?? (await this.#findAnew(context, sql, parts));
    const total = Number(rows[0]?.[0] ?? 0);
    const { countMax } = this.#bounds;
    const found = rows.filter((row) => row[this.#idAt] !== null);
    return {
      items: found.slice(0, search.pageSize).map((row) => this.#serialize(row, noCustomFields)),
      totalCount: Math.min(total, countMax),
      totalCountIsExact: total <= countMax,
      hasNextPage: found.length > search.pageSize,
    };
  }

  get #idAt(): number {
    return countedColumns.length + this.#shape.rowColumns.indexOf('id');
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
  async #look(context: RequestContext, sql: TenantSql, parts: SearchParts): Promise<Outlook> {
    const ways = searchWays(parts.terms);
    const obvious = obviousWay(ways);
    if (obvious || (ways.length === 0 && !asksTexts(parts.terms))) {
      return { shortWay: obvious ?? null, textShare: 0, isOfCommonWords: false };
    }
    const [found] = await this.#send(context, sql, 'look', (bind) => lookText(parts, ways, this.#bounds, bind));
    return outlookOf(ways, found?.map(Number) ?? [], this.#bounds);
  }

  /** Null where nothing is known of the search, or no longer. */
  async #findAgain(context: RequestContext, sql: TenantSql, parts: SearchParts): Promise<RawRow[] | null> {
    const known = this.#totals.find(keyOf(context, parts));
    if (known === null) {
      return null;
    }
    const rows = await this.#walk(context, sql, parts, {
      known,
      textShare: known.textShare,
      isOfCommonWords: false,
    });
    return rows[0]?.[0] === null ? null : rows;
  }

  async #findAnew(context: RequestContext, sql: TenantSql, parts: SearchParts): Promise<RawRow[]> {
    const outlook = await this.#look(context, sql, parts);
    const { shortWay } = outlook;
    if (shortWay) {
      return this.#send(context, sql, 'search', (bind) => shortSearch(parts, shortWay, bind));
    }
    const rows = await this.#walk(context, sql, parts, { ...outlook, known: null });
    const [total, , asOf, textShare] = rows[0] ?? [];
    const spare = Number(total) - this.#bounds.countMax - 1;
    if (spare > 0 && asOf && !parts.terms.some(({ asksOthers }) => asksOthers)) {
      // The newest records may have other words than all, so a sample of all says more, where it met any.
      this.#totals.keep(keyOf(context, parts), { spare, asOf, textShare: outlook.textShare || Number(textShare) });
    }
    return rows;
  }

  /** A walk that ended before enough were found is gone again, further. */
  async #walk(
    context: RequestContext,
    sql: TenantSql,
    parts: SearchParts,
    { known, textShare, isOfCommonWords }: Omit<Outlook, 'shortWay'> & Pick<Walk, 'known'>,
  ): Promise<RawRow[]> {
    const { walkMin, walkMax } = this.#bounds;
    const counting = { bounds: this.#bounds, known, isAlongTexts: isOfCommonWords };
    const recordsFor = (matches: number): number => Math.ceil(Math.min(walkMax, walkMin + (1.3 * matches) / textShare));
    let [recordsMax, pageMax] = [recordsFor(matchesNeeded(parts, counting)), recordsFor(pageEnd(parts) + 1)];
    for (; ; recordsMax *= 2, pageMax *= 2) {
      const walk = { ...counting, recordsMax, pageMax };
      const rows = await this.#send(context, sql, 'search', (bind) => longSearch(parts, walk, bind));
      if (rows[0]?.[1] === 't' || rows[0]?.[0] === null) {
        return rows;
      }
    }
  }

  #send(context: RequestContext, sql: TenantSql, step: string, write: (bind: Bind) => string): Promise<RawRow[]> {
    const values: unknown[] = [];
    const text = write((value) => `$${values.push(value)}`);
    const composed: Statement = { ...statement(`${this.#definition.resource.name}_${step}`, text), isComposed: true };
    return sql.rows(context, composed, values);
  }
}

/** A tenant, what its caller sees, the words and the filters decide a total; a page and its order do not. */
function keyOf({ tenant, visibility }: RequestContext, { search: { words, filters } }: SearchParts): string {
  return JSON.stringify([tenant.id, visibility, words, filters]);
}

/** No item shows custom fields. */
const noCustomFields = { write: () => '[]' };
