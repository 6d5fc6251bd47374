import { textOf } from '../frame/use-address.ts';
import type { List } from '../described.ts';
import { listOf, type Filter, type Search } from './records.ts';

/** A search as it stands in the address of a list. */
export interface AddressedSearch {
  readonly words?: string;
  readonly filters?: readonly Filter[];
  readonly sort?: string;
  readonly direction?: 'asc' | 'desc';
  readonly page?: number;
  readonly columns?: readonly string[];
}

/** The search of an address, or a sentence on why it is none: an address may have been typed, or come from elsewhere. */
export function readSearch(list: string, raw: Readonly<Record<string, unknown>>): AddressedSearch | string {
  const { filters, sorts, members } = listOf(list);
  const { words, filters: given = [], sort, direction, page, columns } = raw;
  if (sort !== undefined && !sorts.includes(textOf(sort))) {
    return `There is no order by ${JSON.stringify(sort)} in this list.`;
  }
  if (page !== undefined && !(Number.isInteger(page) && Number(page) > 0)) {
    return `There is no page ${JSON.stringify(page)} of this list.`;
  }
  if (!Array.isArray(given) || !given.every((one) => isFilter(one) && mayFilter(filters, one))) {
    return 'This list cannot be filtered in this way.';
  }
  const known = Array.isArray(columns) ? columns.filter((one) => Object.hasOwn(members, textOf(one))) : [];
  return {
    ...(words !== undefined && { words: textOf(words).slice(0, wordsMax) }),
    ...(given.length > 0 && { filters: given as readonly Filter[] }),
    ...(sort !== undefined && { sort: textOf(sort) }),
    ...((direction === 'asc' || direction === 'desc') && { direction }),
    ...(page !== undefined && { page: Number(page) }),
    ...(known.length > 0 && { columns: known as readonly string[] }),
  };
}

const wordsMax = 200;

/** The body of the search that an address means. */
export function searchOf({ words, filters, sort, direction, page }: AddressedSearch): Search {
  return {
    pageSize,
    pageNumber: page ?? 1,
    ...(words && { searchText: words }),
    ...(filters && { filters }),
    ...(sort !== undefined && { sortBy: sort, sortDirection: direction ?? 'asc' }),
  };
}

export const pageSize = 50;

function mayFilter(filters: List['filters'], { field, operator }: Filter): boolean {
  return Object.hasOwn(filters, field) && (filters[field]?.includes(operator) ?? false);
}

function isFilter(value: unknown): value is Filter {
  return typeof value === 'object' && value !== null && 'field' in value && 'operator' in value;
}
