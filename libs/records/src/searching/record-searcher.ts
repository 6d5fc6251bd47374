import { statement, type RawRow, type Statement, type TenantSql } from '@rapport/database';
import type { RequestContext, Search, SearchPage } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { copyVisibleTo } from '../copied-name.ts';
import type { RecordDefinition } from '../definition.ts';
import { joinVisibleTo } from '../joined-name.ts';
import type { RecordShape, RowSerializer } from '../shape.ts';
import { recordFields, type RecordFields } from './search-fields.ts';
import { deepSearch, type KnownPlaces } from './deep-search.ts';
import { KeptForAMinute } from './kept-for-a-minute.ts';
import { longSearch, matchesNeeded, pageEnd, type Walk } from './long-search.ts';
import { searchBounds, type SearchBounds } from './search-bounds.ts';
import { asksOthers, countedColumns, offsetOf, wordsIn, type SearchParts } from './search-statement.ts';
import { shortSearch } from './short-search.ts';
import { fieldNamed, searchTerms } from './search-terms.ts';
import { visibleTo } from '../visibility.ts';
import { viewerPlaces } from './viewer-places.ts';
import { asksTexts, lookText, obviousWay, outlookOf, searchWays, type Outlook } from './search-ways.ts';
import type { KnownTotal } from './total-count.ts';

/** Searches the records of a resource that a caller sees. */
export class RecordSearcher {
  readonly #definition: RecordDefinition;
  readonly #shape: RecordShape;
  readonly #fields: RecordFields;
  readonly #serialize: RowSerializer;
  readonly #bounds: SearchBounds;
  readonly #totals = new KeptForAMinute<KnownTotal>(totalsMax);
  readonly #places = new KeptForAMinute<KnownPlaces>(placesMax);

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
    const known = this.#totals.find(totalKey(context, parts));
    if (known === null) {
      return null;
    }
    const near = await this.#walkNear(context, sql, parts, known);
    if (near) {
      return near[0]?.[0] === null ? null : near;
    }
    const rows = await this.#walk(context, sql, parts, {
      known,
      textShare: known.textShare,
      isOfCommonWords: false,
    });
    if (rows[0]?.[0] === null) {
      return null;
    }
    this.#keepPlaces(context, parts, rows);
    return rows;
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
    if (spare > 0 && asOf && !asksOthers(parts)) {
      // The newest records may have other words than all, so a sample of all says more, where it met any.
      this.#totals.keep(totalKey(context, parts), { spare, asOf, textShare: outlook.textShare || Number(textShare) });
      this.#keepPlaces(context, parts, rows);
    }
    return rows;
  }

  #keepPlaces(context: RequestContext, parts: SearchParts, [first]: RawRow[]): void {
    const [, , asOf, , places] = first ?? [];
    if (asOf && places) {
      this.#places.keep(placesKey(context, parts), { ids: bytesOf(places), asOf });
    }
  }

  #walk(
    context: RequestContext,
    sql: TenantSql,
    parts: SearchParts,
    { known, textShare, isOfCommonWords }: Omit<Outlook, 'shortWay'> & Pick<Walk, 'known'>,
  ): Promise<RawRow[]> {
    const { countMax } = this.#bounds;
    const findsPlaces = this.#isDeep(parts);
    const counting = { bounds: this.#bounds, known, isAlongTexts: isOfCommonWords, findsPlaces };
    const needed = findsPlaces ? countMax + 1 : matchesNeeded(parts, counting);
    const pageMax = this.#recordsFor(findsPlaces ? needed : pageEnd(parts) + 1, textShare);
    return this.#goFarEnough((times) => {
      const walk = { ...counting, recordsMax: times * this.#recordsFor(needed, textShare), pageMax: times * pageMax };
      return this.#send(context, sql, 'search', (bind) => longSearch(parts, walk, bind));
    });
  }

  /** Null where no place near the page is known, or where too much changed since. */
  async #walkNear(
    context: RequestContext,
    sql: TenantSql,
    parts: SearchParts,
    known: KnownTotal,
  ): Promise<RawRow[] | null> {
    const places = this.#isDeep(parts) ? this.#places.find(placesKey(context, parts)) : null;
    if (places === null) {
      return null;
    }
    const recordsMax = this.#recordsFor(parts.search.pageSize + 1, known.textShare);
    const rows = await this.#goFarEnough((times) => {
      const walk = { bounds: this.#bounds, places, known, recordsMax: times * recordsMax };
      return this.#send(context, sql, 'search', (bind) => deepSearch(parts, walk, bind));
    });
    const [total, isEnough] = rows[0] ?? [];
    return total !== null && isEnough === null ? null : rows;
  }

  /** A walk that ended before enough were found is gone again, twice as far. */
  async #goFarEnough(go: (times: number) => Promise<RawRow[]>): Promise<RawRow[]> {
    for (let times = 1; ; times *= 2) {
      const rows = await go(times);
      const [total, isEnough] = rows[0] ?? [];
      if (isEnough !== 'f' || total === null) {
        return rows;
      }
    }
  }

  #recordsFor(matches: number, textShare: number): number {
    const { walkMin, walkMax } = this.#bounds;
    return Math.ceil(Math.min(walkMax, walkMin + (1.3 * matches) / textShare));
  }

  /** Whether the page is far from the first in an order of records that all have a value and say themselves whether they pass. */
  #isDeep(parts: SearchParts): boolean {
    const isFar = offsetOf(parts.search) >= this.#bounds.deepMin;
    return isFar && wordsIn(parts.terms).length > 0 && !parts.sort.isNullable && !asksOthers(parts);
  }

  #send(context: RequestContext, sql: TenantSql, step: string, write: (bind: Bind) => string): Promise<RawRow[]> {
    const values: unknown[] = [];
    const text = write((value) => `$${values.push(value)}`);
    const composed: Statement = { ...statement(`${this.#definition.resource.name}_${step}`, text), isComposed: true };
    return sql.rows(context, composed, values);
  }
}

/** A tenant, what its caller sees, the words and the filters decide a total; a page and its order do not. */
function totalKey({ tenant, visibility }: RequestContext, { search: { words, filters } }: SearchParts): string {
  return JSON.stringify([tenant.id, visibility, words, filters]);
}

function placesKey(context: RequestContext, parts: SearchParts): string {
  return totalKey(context, parts) + JSON.stringify(parts.search.sort);
}

/** The bytes of a column as PostgreSQL writes them in text, which is \x and hexadecimal digits. */
function bytesOf(shown: string): Buffer {
  return Buffer.from(shown.slice(2), 'hex');
}

/** So many searches of a kind are kept in a process. The places of one are some 200 kB. */
const totalsMax = 500;
const placesMax = 16;

/** No item shows custom fields. */
const noCustomFields = { write: () => '[]' };
