import { z } from 'zod';
import {
  currencyField,
  emailField,
  externalIdField,
  keptId,
  keptText,
  optionalDate,
  optionalDateTime,
  optionalId,
  optionalText,
  requiredId,
  requiredText,
  websiteField,
} from '../fields/text-fields.ts';
import { eachOnce } from '../fields/each-once.ts';
import { enumFieldOr } from '../fields/enum-field.ts';
import { amountField, optionalWholeNumber, wholeNumberField } from '../fields/number-fields.ts';
import { Member } from './member.ts';

const shownText = z.string().nullable();

/** A text that may be missing; `required()` makes one that may not. */
export class TextMember extends Member<typeof shownText, ReturnType<typeof optionalText>> {
  readonly #max: number;

  constructor(max: number) {
    super(shownText, optionalText(max));
    this.#max = max;
  }

  required(): Member<z.ZodString, ReturnType<typeof requiredText>> {
    return new Member(z.string(), requiredText(this.#max));
  }
}

export function text(max: number): TextMember {
  return new TextMember(max);
}

/** A code of the record. A create without one counts it up, and an update without one keeps it. */
export function code() {
  return new Member(z.string(), keptText(50));
}

export function email() {
  return new Member(shownText, emailField());
}

export function phone() {
  return text(50);
}

export function website() {
  return new Member(shownText, websiteField());
}

export function currency() {
  return new Member(shownText, currencyField());
}

/** An amount of money in the record's currency. */
export function amount(bounds: { readonly min?: number } = {}) {
  return new Member(z.number().nullable(), amountField(bounds));
}

/** A whole number for which the record has a value of its own where the body says none. */
export function wholeNumber(min: number, max: number) {
  return new Member(z.int().min(min).max(max), wholeNumberField(min, max));
}

/** A whole number, or none. */
export function count(min: number, max: number) {
  return new Member(z.int().nullable(), optionalWholeNumber(min, max));
}

export function date() {
  return new Member(z.iso.date().nullable(), optionalDate());
}

/** One of some words, or none. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  const word = z.enum(words);
  return new Member(
    word.nullable(),
    word.nullish().transform((value): z.output<typeof word> | null => value ?? null),
  );
}

/** One of some words; the default is the value of a body that says none. */
export function choiceOr<const Words extends readonly [string, ...string[]]>(words: Words, byDefault: Words[number]) {
  const word = z.enum(words);
  return new Member(
    word,
    word
      .nullish()
      .transform((value) => value ?? byDefault)
      .describe(`Left out or null it is ${byDefault}.`),
  );
}

/** One of some words, or none; a body may say its number. */
export function enumChoice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return new Member(z.enum(words).nullable(), enumFieldOr(words, null));
}

/** The same where the default is the value of a body that says none. */
export function enumChoiceOr<const Words extends readonly [string, ...string[]]>(
  words: Words,
  byDefault: Words[number],
) {
  return new Member(z.enum(words), enumFieldOr(words, byDefault).describe(`Left out or null it is ${byDefault}.`));
}

/** The same where an update that says none leaves the word as it is; a new record has the default. */
export function keptEnumChoice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  byDefault: Words[number],
) {
  const kept = `Left out or null it stays; in a new record it is ${byDefault}.`;
  return new Member(z.enum(words), enumFieldOr(words, undefined).describe(kept));
}

export function flag(byDefault: boolean) {
  return new Member(
    z.boolean(),
    z
      .boolean()
      .nullish()
      .transform((value) => value ?? byDefault)
      .describe(`Left out or null it is ${byDefault}.`),
  );
}

/** The id of another record. */
export function reference() {
  return new Member(z.uuid().nullable(), optionalId());
}

/** The user to whom the record belongs. */
export function owner() {
  return new Member(z.uuid(), keptId());
}

export function externalId() {
  return new Member(z.string().nullable(), externalIdField());
}

/** A member that the platform sets. */
export function readOnly<Shown extends z.ZodType>(shown: Shown) {
  return new Member(shown, null);
}

/** The name of the record to which a reference leads. */
export function derived(description: string) {
  return readOnly(z.string().nullable().describe(description));
}

/** A time that a body may set. */
export function time() {
  return new Member(dateTime().nullable(), optionalDateTime());
}

/** A code that a record need not have. An update without one keeps it. */
export function optionalCode() {
  return new Member(shownText, keptText(50));
}

/** A list of short texts. Two that differ by case alone count as one that is there twice. */
export function tags(countMax: number, max: number) {
  const list = z.array(requiredText(max)).max(countMax);
  const again = 'A text is there twice, ignoring case; send each once.';
  const taken = eachOnce(list, again, (text) => text.toLowerCase())
    .nullish()
    .transform((texts) => texts ?? []);
  return new Member(z.array(z.string()), taken);
}

/** The ids of other records, each once. */
export function references(countMax: number) {
  const taken = z
    .array(requiredId())
    .max(countMax)
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]);
  return new Member(z.array(z.uuid()), taken);
}

export function dateTime() {
  return z.iso.datetime({ precision: 6 });
}
