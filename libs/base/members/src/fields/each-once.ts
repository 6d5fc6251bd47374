import type { z } from 'zod';

/** A list of texts, each of them once. `markOf` says by what two are the same. It is asked beside wrong items too. */
export function eachOnce<List extends z.ZodArray<z.ZodType<string>>>(
  list: List,
  message: string,
  markOf = (text: string): string => text,
): List {
  return list
    .refine(
      (items) => {
        // An item that was refused has no text.
        const marks = items.filter((item) => typeof item === 'string').map(markOf);
        return new Set(marks).size === marks.length;
      },
      { error: message, when: ({ value }) => Array.isArray(value) },
    )
    .meta({ uniqueItems: true });
}
