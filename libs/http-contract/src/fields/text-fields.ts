import { isUuid } from '@rapport/kernel';
import { z } from 'zod';
import { isCountry } from './countries.ts';
import { isCurrency } from './currencies.ts';
import { calendarDate, utcDateTime } from './date-times.ts';
import { refuse } from './refuse.ts';
import { atMost, brokenText, isPlain, isWebAddress, looksLikeEmail, tidy, type TextCheck } from './text-checks.ts';

/** A text is trimmed and normalised first, and then measured and kept. */
export function requiredText(max: number) {
  return z
    .string()
    .transform((text, context) => checked(text, context, [atMost(max)]) ?? refuse(context, blank))
    .meta({ minLength: 1, maxLength: max });
}

/** A text that may be left out. Null and a blank text are no value. */
export function optionalText(max: number, ...checks: readonly TextCheck[]) {
  const all = [atMost(max), ...checks];
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : checked(text, context, all)))
    .meta({ maxLength: max });
}

/** A text that keeps its stored value where it is left out or null. */
export function keptText(max: number) {
  return z
    .string()
    .nullish()
    .transform((text, context) =>
      text == null ? undefined : (checked(text, context, [atMost(max)]) ?? refuse(context, blank)),
    )
    .meta({ minLength: 1, maxLength: max });
}

/** The caller's own name of a record. Left out it is kept; null stays null, because taking the name away is refused. */
export function externalIdField() {
  return z
    .string()
    .nullish()
    .transform((text, context) =>
      text == null ? text : (checked(text, context, [atMost(200)]) ?? refuse(context, blank)),
    )
    .meta({ minLength: 1, maxLength: 200 });
}

export function emailField() {
  return optionalText(254, looksLikeEmail).meta({ format: 'email' });
}

export function websiteField() {
  return optionalText(500, isWebAddress).meta({ format: 'uri' });
}

export function currencyField() {
  return optionalText(3, isCurrency).meta({ pattern: '^[A-Z]{3}$' });
}

export function countryField() {
  return optionalText(2, isCountry).meta({ pattern: '^[A-Z]{2}$' });
}

/** A reference that may be left out or null. */
export function optionalId() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : uuid(text, context)))
    .meta({ format: 'uuid' });
}

/** A reference that keeps its stored value where it is left out or null. */
export function keptId() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? undefined : uuid(text, context)))
    .meta({ format: 'uuid' });
}

/** The id in a path, in lower case. */
export function idParameter() {
  return z.string().transform(uuid).meta({ format: 'uuid' });
}

export function optionalDate() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : (calendarDate(text) ?? refuse(context, wrongDate))))
    .meta({ format: 'date' });
}

/** An instant that comes in with its zone and is passed on as UTC with microseconds. */
export function optionalDateTime() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : (utcDateTime(text) ?? refuse(context, wrongDateTime))))
    .meta({ format: 'date-time' });
}

export const wrongDate = 'This must be a date of the calendar as YYYY-MM-DD, such as 2026-01-31.';

export const wrongDateTime =
  'This must be a date and time of the calendar with its zone, such as 2026-01-31T09:30:00Z; in an address write + as %2B.';

const blank = 'This must not be blank.';

/** The tidy text, or null where it is blank. The first check that refuses it becomes an issue. */
function checked(text: string, context: z.core.$RefinementCtx, checks: readonly TextCheck[]): string | null {
  const plain = isPlain(text);
  const broken = plain ? undefined : brokenText(text);
  if (broken) {
    return refuse(context, broken);
  }
  const kept = plain ? text.trim() : tidy(text);
  if (kept === '') {
    return null;
  }
  for (const check of checks) {
    const problem = check(kept);
    if (problem) {
      return refuse(context, problem);
    }
  }
  return kept;
}

function uuid(text: string, context: z.core.$RefinementCtx): string {
  return isUuid(text) ? text.toLowerCase() : refuse(context, 'This must be a UUID.');
}
