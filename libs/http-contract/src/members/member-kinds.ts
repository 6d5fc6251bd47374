import { z } from 'zod';
import {
  currencyField,
  emailField,
  externalIdField,
  keptId,
  keptText,
  optionalDate,
  optionalId,
  optionalText,
  requiredText,
  websiteField,
} from '../fields/text-fields.ts';
import { amountField, wholeNumberField } from '../fields/number-fields.ts';
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

export function dateTime() {
  return z.iso.datetime({ precision: 6 });
}
