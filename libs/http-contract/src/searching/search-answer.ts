import type { Search, SearchPage } from '@rapport/kernel';
import { z } from 'zod';
import { RawJson } from '../raw-json.ts';

/** A page of a search, by the name of its items. */
export function searchAnswer<Item extends z.ZodType>(name: string, item: Item) {
  return z
    .object({
      items: z.array(item),
      pageNumber: z.int(),
      pageSize: z.int(),
      totalCount: z.int().describe('Counting stops at 10,000.'),
      totalCountIsExact: z.boolean(),
      totalPages: z.int().describe('The pages of `totalCount`.'),
      hasNextPage: z.boolean().describe('Whether a next page has items, also where it is too far to be asked for.'),
      hasPreviousPage: z.boolean(),
    })
    .meta({ id: `${name}PaginationResponse` });
}

/** The same answer of items that are JSON texts, with a character for each byte. */
export function searchAnswerText(search: Search, page: SearchPage<string>): RawJson {
  const { items, ...rest } = searchAnswerOf(search, page);
  return new RawJson(`{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`, 'latin1');
}

export function searchAnswerOf<Item>({ pageNumber, pageSize }: Search, page: SearchPage<Item>) {
  const { items, totalCount, totalCountIsExact, hasNextPage } = page;
  return {
    items: [...items],
    pageNumber,
    pageSize,
    totalCount,
    totalCountIsExact,
    totalPages: Math.ceil(totalCount / pageSize),
    hasNextPage,
    hasPreviousPage: pageNumber > 1,
  };
}
