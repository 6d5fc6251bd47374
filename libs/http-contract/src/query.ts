import type { FieldErrors } from '@rapport/kernel';
import { z } from 'zod';
import { utcDateTime } from './date-times.ts';
import { jsonPath } from './json-path.ts';
import { wrongDateTime } from './text-fields.ts';

const refusedFields = new WeakSet<z.ZodType>();

/** A parameter that people know from elsewhere and that is refused with an advice; the document does not show it. */
export function refusedParameter(advice: string) {
  const field = z.undefined({ error: advice }).optional();
  refusedFields.add(field);
  return field;
}

export function isRefusedParameter(field: unknown): boolean {
  return field instanceof z.ZodType && refusedFields.has(field);
}

const cursorAdvice = 'Offset paging is not offered: follow nextCursor with the parameter cursor.';

/** The parameters of every list and change feed. The refused ones stand first, so that their advice is told first. */
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
      description: 'Records or changes of this time and later. Send the `syncUntilUtc` of the last finished read.',
    }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `nextCursor` of the page before, whole and unread; it is good for at least 24 hours.' }),
});

export type PageQuery = z.output<typeof pageQuery>;

export interface QueryValues {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors | undefined;
}

/** Reads the part of an address behind `?`. A parameter that is empty or repeated is refused, whatever its name. */
export function queryValues(search: string): QueryValues {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  let errors: FieldErrors | undefined;
  for (const [name, value] of new URLSearchParams(search)) {
    const problem = problemOf(values, name, value);
    if (problem) {
      errors ??= {};
      errors[jsonPath([name])] = [problem];
    }
    values[name] = value;
  }
  return { values, errors };
}

function problemOf(values: Readonly<Record<string, string>>, name: string, value: string): string | undefined {
  if (Object.hasOwn(values, name)) {
    return 'This parameter is there more than once; send it once.';
  }
  return value === '' ? 'This parameter is empty; give it a value or leave it out.' : undefined;
}

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
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'How many items a page holds at most. Below 1 counts as 1, above 200 as 200.',
    });
}

function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.issues.push({ code: 'custom', message, input: undefined });
  return z.NEVER;
}
