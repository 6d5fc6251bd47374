import type { Bind } from '@rapport/searching';
import { walked } from './long-search.ts';
import type { SearchBounds } from './search-bounds.ts';
import { countedAs, itemsOf, offsetOf, textsOf, wordsIn, type SearchParts } from './search-statement.ts';
import { recordConditions } from './search-ways.ts';
import { changesSince, isStillSeen, knownTotal, type AsOf, type KnownTotal } from './total-count.ts';

/** Where the records that a search found stand in its order, from the first on. */
export interface KnownPlaces extends AsOf {
  /** Their ids, an array as PostgreSQL sends it. */
  readonly ids: Buffer;
}

/** What is known where a walk begins near its page. */
export interface DeepWalk {
  readonly bounds: SearchBounds;
  readonly places: KnownPlaces;
  readonly known: KnownTotal;
  readonly recordsMax: number;
}

/**
 * A search with words for a page far from the first: its walk begins shortly in front of the page. Whether it came by
 * enough is null where too much changed since, and the count where what is known of it may hold no longer.
 */
export function deepSearch(parts: SearchParts, walk: DeepWalk, bind: Bind): string {
  const { definition, search, sort, terms } = parts;
  const behind = search.sort.direction === 'asc' ? '>' : '<';
  const recordsMax = `${bind(walk.recordsMax)}::int`;
  return `with ${startOf(parts, walk, bind)},
${walked(parts, recordsMax, `(${sort.order}, record.id) ${behind} (select sort_key, id from start)`, bind)},
${textsOf(definition, { ids: '(select ids from walked)::uuid[]', words: wordsIn(terms), name: 'texted' }, bind)},
page as materialized (
  select texted.id, each.place from walked, unnest(walked.ids) with ordinality each (id, place)
    join texted on texted.id = each.id
  order by each.place offset (select matches from ahead) limit ${bind(search.pageSize + 1)}::int
),
${countedAs(
  {
    total: knownTotal(parts, walk.known, walk.bounds, bind),
    is_enough: `case when exists (select from start)
      then cardinality(ids) < ${recordsMax} or (select count(*) from page) > ${search.pageSize} end`,
  },
  'walked',
)}
${itemsOf(parts, bind)}`;
}

/**
 * Records that did not change since the places were found pass as they did and stand in the same order. So `start` is the
 * last of them behind which the page stands for sure, and `ahead` how many stand between the two: in front of `start`
 * are those that were, without the ones that changed, and the changed ones that stand there now.
 */
function startOf(parts: SearchParts, { places, bounds }: DeepWalk, bind: Bind): string {
  const { definition, search, sort, terms } = parts;
  const { changesMax } = bounds;
  const table = `tenant.${definition.resource.table} record`;
  const before = search.sort.direction === 'asc' ? '<' : '>';
  const offset = `${bind(offsetOf(search))}::int`;
  const log = { ...places, column: 'record_id as id', most: `${changesMax + 1}` };
  return `changes as materialized (
  ${changesSince(parts, log, bind)}
),
changed as materialized (
  select distinct id from changes
),
${textsOf(definition, { ids: 'array(select id from changed)', words: wordsIn(terms), name: 'matching' }, bind)},
arrived as materialized (
  select each.id, each.sort_key from matching cross join lateral (
    select record.id, ${sort.order} as sort_key from ${table}
    where record.id = matching.id and ${recordConditions(terms, bind)} limit 1
  ) each
),
kept as materialized (
  select ids, least(${offset} - (select count(*) from arrived), cardinality(ids))::int as last
  from (select ${bind(places.ids)}::uuid[] as ids) places
),
start as materialized (
  select record.id, ${sort.order} as sort_key, unchanged.place from (
    select ids[place] as id, place from kept, generate_series(last - (select count(*) from changed)::int, last) place
    where ${isStillSeen(parts, places, bind)} and (select count(*) from changes) <= ${changesMax}
      and ids[place] not in (select id from changed)
    order by place desc limit 1
  ) unchanged join ${table} on record.id = unchanged.id
),
ahead as materialized (
  select ${offset} - start.place
    + (select count(*) filter (where id in (select id from changed)) from unnest(kept.ids[:start.place]) id)
    - (select count(*) from arrived where (arrived.sort_key, arrived.id) ${before} (start.sort_key, start.id)) as matches
  from start, kept
)`;
}
