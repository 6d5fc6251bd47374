import { pageBytesMax, utcDateTime, wrongDateTime } from '@rapport/kernel';
import { refuse, textPatterns } from '@rapport/members/fields';
import { z } from 'zod';
import { refusedParameter } from './refused-parameter.ts';

const cursorAdvice = 'Offset paging is not offered: follow nextCursor with the parameter cursor.';

/** The parameters of every list and change feed. The refused ones stand first, so that their advice comes first. */
export const pageQuery = z.object({
  skip: refusedParameter(cursorAdvice),
  take: refusedParameter(cursorAdvice),
  offset: refusedParameter(cursorAdvice),
  page: refusedParameter(cursorAdvice),
  pageSize: pageSize(),
  updatedFrom: z
    .string()
    .transform((text, context) => utcDateTime(text) ?? refuse(context, wrongDateTime))
    .optional()
    .meta({
      format: 'date-time',
      pattern: textPatterns.dateTime,
      description:
        'A date and time of the calendar with its zone. Records or changes of this time and later. Send the `syncUntilUtc` of the last finished read.',
    }),
  cursor: z
    .string()
    .optional()
    .meta({
      minLength: 1,
      description:
        'The `nextCursor` of the page before, whole and unread; it is good for at least 24 hours. Any other text is ' +
        'refused with `invalid_cursor`.',
    }),
});

function pageSize() {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) {
        return 50;
      }
      if (!/^-?\d{1,400}$/.test(text)) {
        return refuse(context, 'This must be a whole number from 1 to 200.');
      }
      return Math.min(Math.max(Number(text), 1), 200);
    })
    .meta({
      type: 'integer',
      default: 50,
      description:
        'How many items a page holds at most: 1 to 200. Below 1 counts as 1, above 200 as 200. ' +
        `A page ends earlier, with \`hasMore\` true, before it has more than ${pageBytesMax / 1_000_000} MB.`,
    });
}
