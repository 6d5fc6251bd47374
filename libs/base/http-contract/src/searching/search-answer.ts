import { pageBytesMax, type Search, type SearchPage } from '@rapport/kernel';
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
      hasNextPage: z
        .boolean()
        .describe(
          'Whether more is found than this page shows, also where the next one is too far to be asked for. ' +
            `A page ends before it has more than ${pageBytesMax / 1_000_000} MB; a smaller pageSize shows the rest of it.`,
        ),
      hasPreviousPage: z.boolean(),
    })
    .meta({ id: `${name}PaginationResponse` });
}

/** The answer of items that are JSON texts, with a character for each byte. */
export function searchAnswerText(search: Search, page: SearchPage<string>): RawJson {
  const { items, ...rest } = answerOf(search, page, (item) => item.length);
  return new RawJson(`{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`, 'latin1');
}

export function searchAnswerOf<Item>(search: Search, page: SearchPage<Item>) {
  return answerOf(search, page, (item) => Buffer.byteLength(JSON.stringify(item)));
}

function answerOf<Item>({ pageNumber, pageSize }: Search, page: SearchPage<Item>, bytesOf: (item: Item) => number) {
  const { totalCount, totalCountIsExact } = page;
  const items = firstOf(page.items, bytesOf);
  const hasNextPage = page.hasNextPage || items.length < page.items.length;
  return {
    items,
    pageNumber,
    pageSize,
    totalCount,
    totalCountIsExact,
    totalPages: Math.ceil(totalCount / pageSize),
    hasNextPage,
    hasPreviousPage: pageNumber > 1,
  };
}

/** As many of the first items as a page may have bytes of. */
function firstOf<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[] {
  let bytes = 0;
  const behind = items.findIndex((item, index) => (bytes += bytesOf(item)) > pageBytesMax && index > 0);
  return behind < 0 ? [...items] : items.slice(0, behind);
}
