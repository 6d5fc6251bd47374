import { z } from 'zod';

/** The answer of every paged read. */
export function listPage<S extends z.ZodType>(id: string, item: S) {
  return z
    .object({
      data: z.array(item).describe('The records of the page.'),
      nextCursor: z.string().nullable().describe('The cursor of the next page; null exactly when `hasMore` is false.'),
      hasMore: z
        .boolean()
        .describe(
          'Whether there is a next page: it alone says so, because a page that is short or empty need not be the last one.',
        ),
      syncUntilUtc: z.iso
        .datetime({ precision: 6 })
        .describe(
          'The watermark of the read, the same on each page. Store it, and send it as `updatedFrom` of the next read.',
        ),
    })
    .meta({ id });
}
