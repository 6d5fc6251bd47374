import {
  byDate,
  byDateTime,
  byEnum,
  byFlag,
  byId,
  byNumber,
  byText,
  commonFilters,
  commonSorts,
  searchRequest,
  type SearchField,
  type Shortcut,
} from '@rapport/http-contract';
import { isStored, mayBeNull, type Members, type Stored } from '@rapport/members';
import type { AnyKind, Kind } from '@rapport/kinds';

export type KindShortcuts<M extends Members> = Readonly<
  Record<string, Shortcut<(keyof M & string) | keyof typeof commonFilters | 'ownerUserId'>>
>;

/** The body of a search of a kind. `singular` is the name of one record, as schemas are called. */
export function kindSearch<M extends Members>(
  kind: Kind<M>,
  singular: string,
  shortcuts: KindShortcuts<M> = {},
  sortedBy = 'lastModifiedOnUtc',
) {
  const filters: Readonly<Record<string, SearchField>> = { ...commonFilters, ...kindFilters(kind) };
  const sorts: readonly string[] = [...commonSorts, ...kind.search.sorts];
  return searchRequest(`Search${singular}Request`, {
    filters,
    sorts,
    sortedBy,
    text: kind.search.words,
    shortcuts,
  });
}

/** The filters of a kind beside those of everything with an id. */
export function kindFilters({ members, search, resource }: AnyKind): Readonly<Record<string, SearchField>> {
  return Object.fromEntries(
    search.filters.map((name) => {
      if (name === 'ownerUserId') {
        return [name, byId()];
      }
      const member = members[name];
      if (!isStored(member)) {
        throw new Error(`${resource.name} have no ${name} to filter by`);
      }
      const field = fieldOf(member.stored);
      return [name, mayBeNull(member.stored) ? field.orNull() : field];
    }),
  );
}

function fieldOf({ type, words }: Stored): SearchField {
  switch (type) {
    case 'text':
      return words ? byEnum(words) : byText();
    case 'id':
      return byId();
    case 'flag':
      return byFlag();
    case 'integer':
    case 'amount':
      return byNumber();
    case 'date':
      return byDate();
    case 'time':
      return byDateTime();
    case 'address':
    case 'texts':
    case 'ids':
      throw new Error(`there is no filter by a member of the type ${type}`);
  }
}
