import {
  atMost,
  brokenText,
  calendarDate,
  isEmailOfPerson,
  isPlain,
  isUuid,
  isWebAddress,
  looksLikeEmail,
  tidy,
  utcDateTime,
  wrongDate,
  wrongDateTime,
  type TextCheck,
} from '@rapport/kernel';
import { z } from 'zod';
import { countries, isCountry } from './countries.ts';
import { currencies, isCurrency } from './currencies.ts';
import { refuse } from './refuse.ts';
import { oneOfPattern, requiredOneOfPattern, textPatterns } from './text-patterns.ts';

/** A text is trimmed and normalised first, and then measured and kept. */
export function requiredText(max: number) {
  return z
    .string()
    .transform((text, context) => checked(text, context, [atMost(max)]) ?? refuse(context, blank))
    .meta({ minLength: 1, maxLength: max, pattern: textPatterns.notBlank });
}

/** A text that may be left out. Null and a blank text are no value. */
export function optionalText(max: number, ...checks: readonly TextCheck[]) {
  const all = [atMost(max), ...checks];
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : checked(text, context, all)))
    .meta({ maxLength: max, pattern: textPatterns.any });
}

/** A text of one line without control characters, which may stand in the head of a mail. */
export function optionalLine(max: number) {
  return optionalText(max, isLine).meta({ pattern: textPatterns.line });
}

/** A text that keeps its stored value where it is left out or null. */
export function keptText(max: number) {
  return z
    .string()
    .nullish()
    .transform((text, context) =>
      text == null ? undefined : (checked(text, context, [atMost(max)]) ?? refuse(context, blank)),
    )
    .meta({ minLength: 1, maxLength: max, pattern: textPatterns.notBlank });
}

/** The caller's own name of a record. Left out it is kept; null stays null, because taking the name away is refused. */
export function externalIdField() {
  return z
    .string()
    .nullish()
    .transform((text, context) =>
      text == null ? text : (checked(text, context, [atMost(200)]) ?? refuse(context, blank)),
    )
    .meta({ minLength: 1, maxLength: 200, pattern: textPatterns.notBlank });
}

/** A text of a list. `one` says what the list has, in a word. */
export function listedText(texts: readonly string[], one: string) {
  const isListed: TextCheck = (text) =>
    texts.includes(text) ? undefined : `There is no ${one} ${text}; there are ${texts.join(', ')}.`;
  return z
    .string()
    .transform((text, context) => checked(text, context, [atMost(100), isListed]) ?? refuse(context, blank))
    .meta({ minLength: 1, maxLength: 100, pattern: requiredOneOfPattern(texts) });
}

export function emailField() {
  return optionalText(254, looksLikeEmail).meta({
    pattern: textPatterns.email,
    description: 'An e-mail address, with at most 64 characters before the @.',
  });
}

/** The address from which mails are sent: it stands in their heads. */
export function senderField() {
  return optionalText(254, looksLikeEmail, isLine).meta({ pattern: textPatterns.lineEmail });
}

export function requiredCountry() {
  return z
    .string()
    .transform((text, context) => checked(text, context, [isCountry]) ?? refuse(context, blank))
    .meta({ minLength: 1, pattern: requiredOneOfPattern(countries), description: countryDescription });
}

export function requiredEmail(check: TextCheck = looksLikeEmail) {
  return z
    .string()
    .transform((text, context) => checked(text, context, [atMost(254), check]) ?? refuse(context, blank))
    .meta({ minLength: 1, maxLength: 254, pattern: textPatterns.requiredEmail });
}

/** The address at which a person signs in, to which links are sent. */
export function emailOfPerson() {
  return requiredEmail(isEmailOfPerson).describe('An e-mail address, whose domain is one as IDNA takes them (UTS 46).');
}

/** A password goes on as it was typed. Which ones are good is told where they are kept. */
export function passwordField() {
  return z.string().min(1).max(1_000).meta({ format: 'password' });
}

export function websiteField() {
  return optionalText(500, isWebAddress).meta({
    pattern: textPatterns.webAddress,
    description: 'An address that starts with http:// or https:// and that a browser would open.',
  });
}

export function currencyField() {
  return codeField(currencies, isCurrency, 'A code of ISO 4217 in upper case.');
}

export function countryField() {
  return codeField(countries, isCountry, countryDescription);
}

/** The space around a code does not count, so the pattern alone says how long it may be. */
function codeField(codes: ReadonlySet<string>, isCode: TextCheck, description: string) {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : checked(text, context, [isCode])))
    .meta({ pattern: oneOfPattern(codes), description });
}

/** A reference that may be left out or null. */
export function optionalId() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : uuid(text, context)))
    .meta({ format: 'uuid', pattern: textPatterns.uuid });
}

/** A reference that keeps its stored value where it is left out or null. */
export function keptId() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? undefined : uuid(text, context)))
    .meta({ format: 'uuid', pattern: textPatterns.uuid });
}

/** The id of a record that must be named. */
export function requiredId() {
  return idParameter();
}

/** The id in a path, in lower case. `otherwise` says how a record is found by what is no id. */
export function idParameter(otherwise = '') {
  return z
    .string()
    .transform((text, context) => uuid(text, context, otherwise))
    .meta({ format: 'uuid', pattern: textPatterns.uuid });
}

/** A day in a query. */
export function dateParameter() {
  return z
    .string()
    .transform((text, context) => calendarDate(text) ?? refuse(context, wrongDate))
    .meta({ format: 'date', pattern: textPatterns.date });
}

export function optionalDate() {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : (calendarDate(text) ?? refuse(context, wrongDate))))
    .meta({
      format: 'date',
      pattern: textPatterns.date,
      description: 'A day of the calendar from the year 1 to 9999.',
    });
}

/** The first and the last year of UTC in which an instant may be. */
type Years = readonly [first: number, last: number];
const everyYear: Years = [1, 9999];

/** An instant that comes in with its zone and is passed on as UTC with microseconds. Documents show its meaning first. */
export function optionalDateTime(years = everyYear, meaning = '') {
  return z
    .string()
    .nullish()
    .transform((text, context) => (text == null ? null : instantWithin(years, text, context)))
    .meta(describedInstant(years, meaning));
}

export function requiredDateTime(years = everyYear, meaning = '') {
  return z
    .string({ error: 'This is required; send it.' })
    .transform((text, context) => instantWithin(years, text, context))
    .meta(describedInstant(years, meaning));
}

function instantWithin([first, last]: Years, text: string, context: z.core.$RefinementCtx): string {
  const instant = utcDateTime(text);
  if (instant === undefined) {
    return refuse(context, wrongDateTime);
  }
  const year = Number(instant.slice(0, 'YYYY'.length));
  return year >= first && year <= last ? instant : refuse(context, `This must be in the years ${first} to ${last}.`);
}

function describedInstant([first, last]: Years, meaning: string) {
  const form = `A date and time of the calendar with its zone, in UTC from the year ${first} to ${last}.`;
  return { format: 'date-time', pattern: textPatterns.dateTime, description: `${meaning} ${form}`.trimStart() };
}

const isLine: TextCheck = (text) =>
  /\p{Cc}/u.test(text) ? 'This must not contain control characters, such as line breaks.' : undefined;

const blank = 'This must not be blank.';
const countryDescription = 'A code of ISO 3166-1 alpha-2 in upper case.';

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

function uuid(text: string, context: z.core.$RefinementCtx, otherwise = ''): string {
  return isUuid(text) ? text.toLowerCase() : refuse(context, `This must be a UUID${otherwise}.`);
}
