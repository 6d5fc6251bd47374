import { composed, type RawRow, type TenantSql } from '@rapport/database';
import type { RequestContext, Search, SearchPage } from '@rapport/kernel';
import { searchPage } from '@rapport/searching';
import type { RecordDefinition } from '../defining/definition.ts';
import type { RecordShape, RowSerializer } from '../showing/shape.ts';
import { searchClauses, searched, type Searched } from './composing/search-clauses.ts';
import { KnownTotals } from './known-totals.ts';
import { longSearch, matchesNeeded, pageEnd, walkValues, type Walk } from './long-search.ts';
import { searchBounds, type SearchBounds } from './composing/search-bounds.ts';
import { asksOthers, countedColumns, countedIn, type SearchClauses } from './composing/search-statement.ts';
import { shortSearch } from './short-search.ts';
import { asksTexts, lookText, obviousWay, outlookOf, searchWays, type Outlook } from './composing/search-ways.ts';

/** Searches the records of a resource that a caller sees. */
export class RecordSearcher {
  readonly #searched: Searched;
  readonly #idAt: number;
  readonly #serialize: RowSerializer;
  readonly #bounds: SearchBounds;
  readonly #totals = new KnownTotals();

  constructor(definition: RecordDefinition, shape: RecordShape, bounds: Partial<SearchBounds> = {}) {
    this.#searched = searched(definition, shape);
    this.#idAt = countedColumns.length + shape.rowColumns.indexOf('id');
    this.#bounds = { ...searchBounds, ...bounds };
    this.#serialize = shape.serializer(countedColumns.length);
  }

  /** The items are JSON texts with a character for each byte. */
  async search(context: RequestContext, sql: TenantSql, search: Search): Promise<SearchPage<string>> {
    const clauses = searchClauses(this.#searched, context, search);
    const rows = (await this.#findAgain(context, sql, clauses)) ?? (await this.#findAnew(context, sql, clauses));
    const total = countedIn(rows).total ?? 0;
    const { countMax } = this.#bounds;
    const found = rows.filter((row) => row[this.#idAt] !== null);
    const page = searchPage(search, found, total, countMax);
    return { ...page, items: page.items.map((row) => this.#serialize(row, noCustomFields)) };
  }

  /**
   * The finds of a look decide how the search goes, never an estimate. What is written after the look changes
   * no answer, because each way finds the same.
   */
  async #look(context: RequestContext, sql: TenantSql, clauses: SearchClauses): Promise<Outlook> {
    const ways = searchWays(clauses.terms);
    const obvious = obviousWay(ways);
    if (obvious || (ways.length === 0 && !asksTexts(clauses.terms))) {
      return { shortWay: obvious ?? null, textShare: 0, isOfCommonWords: false };
    }
    const [found] = await this.#send(context, sql, 'look', lookText(clauses, ways, this.#bounds), clauses.values);
    return outlookOf(ways, found?.map(Number) ?? [], this.#bounds);
  }

  /** Null where nothing is known of the search, or no longer. */
  async #findAgain(context: RequestContext, sql: TenantSql, clauses: SearchClauses): Promise<RawRow[] | null> {
    const known = this.#totals.find(context, clauses);
    if (known === null) {
      return null;
    }
    const { textShare } = known;
    const rows = await this.#walk(context, sql, clauses, { known, textShare, isOfCommonWords: false });
    return countedIn(rows).total === null ? null : rows;
  }

  async #findAnew(context: RequestContext, sql: TenantSql, clauses: SearchClauses): Promise<RawRow[]> {
    const outlook = await this.#look(context, sql, clauses);
    const { shortWay } = outlook;
    if (shortWay) {
      return this.#send(context, sql, 'search', shortSearch(clauses, shortWay), clauses.values);
    }
    const rows = await this.#walk(context, sql, clauses, { ...outlook, known: null });
    const { total, asOf, textShare } = countedIn(rows);
    const spare = (total ?? 0) - this.#bounds.countMax - 1;
    if (spare > 0 && asOf && !asksOthers(clauses)) {
      // The newest records may have other words than all, so a sample of all says more, where it met any.
      this.#totals.keep(context, clauses, { spare, asOf, textShare: outlook.textShare || textShare });
    }
    return rows;
  }

  /** A walk that ended before enough were found is gone again, twice as far. */
  async #walk(
    context: RequestContext,
    sql: TenantSql,
    clauses: SearchClauses,
    { known, textShare, isOfCommonWords }: Omit<Outlook, 'shortWay'> & Pick<Walk, 'known'>,
  ): Promise<RawRow[]> {
    const counting = { bounds: this.#bounds, known, isAlongTexts: isOfCommonWords };
    const recordsMax = this.#recordsFor(matchesNeeded(clauses, counting), textShare);
    const pageMax = this.#recordsFor(pageEnd(clauses) + 1, textShare);
    for (let times = 1; ; times *= 2) {
      const walk = { ...counting, recordsMax: times * recordsMax, pageMax: times * pageMax };
      const values = walkValues(clauses, walk);
      const rows = await this.#send(context, sql, 'search', longSearch(clauses, walk), values);
      const { total, isEnough } = countedIn(rows);
      if (isEnough || total === null) {
        return rows;
      }
    }
  }

  #recordsFor(matches: number, textShare: number): number {
    const { walkMin, walkMax } = this.#bounds;
    return Math.ceil(Math.min(walkMax, walkMin + (1.3 * matches) / textShare));
  }

  #send(
    context: RequestContext,
    sql: TenantSql,
    step: string,
    text: string,
    values: SearchClauses['values'],
  ): Promise<RawRow[]> {
    return sql.rows(context, composed(`${this.#searched.definition.resource.name}_${step}`, text, values));
  }
}

/** No item shows custom fields. */
const noCustomFields = { write: () => '[]' };
