import { z } from 'zod';
import {
  currencyField,
  emailField,
  externalIdField,
  keptId,
  keptText,
  optionalDate,
  optionalDateTime,
  optionalLine,
  optionalText,
  requiredCountry as requiredCountryField,
  requiredText,
  senderField,
  websiteField,
} from './fields/text-fields.ts';
import { eachOnce } from './fields/each-once.ts';
import { enumFieldOr } from './fields/enum-field.ts';
import { choiceOf } from './fields/named-list.ts';
import { amountField, optionalWholeNumber, wholeNumberField } from './fields/number-fields.ts';
import { Member } from './member.ts';
import { StoredMember, type Stored, type Words } from './stored-member.ts';
import { WordMember } from './word-member.ts';

const shownText = z.string().nullable();

/** A text that may be missing; `required()` makes one that may not. */
export class TextMember extends StoredMember<typeof shownText, ReturnType<typeof optionalText>> {
  readonly #max: number;

  constructor(max: number) {
    super(shownText, optionalText(max), { type: 'text' });
    this.#max = max;
  }

  required(): StoredMember<z.ZodString, ReturnType<typeof requiredText>> {
    return new StoredMember(z.string(), requiredText(this.#max), { type: 'text', isRequired: true });
  }
}

export function text(max: number): TextMember {
  return new TextMember(max);
}

/** A text of one line, which may stand in the head of a mail. */
export function line(max: number) {
  return new StoredMember(shownText, optionalLine(max), { type: 'text' });
}

/** A code of the record. A create without one counts it up behind the prefix, and an update without one keeps it. */
export function code(codePrefix: string) {
  return new StoredMember(z.string(), keptText(50), { type: 'text', isRequired: true, isKept: true, codePrefix });
}

export function email() {
  return new StoredMember(shownText, emailField(), { type: 'text' });
}

/** An e-mail address by which records are found, however it is written. */
export function keyedEmail() {
  return new StoredMember(shownText, emailField(), { type: 'text', hasKey: true });
}

/** The address in the From of a mail. */
export function sender() {
  return new StoredMember(shownText, senderField(), { type: 'text', hasKey: true });
}

export function phone() {
  return text(50);
}

export function website() {
  return new StoredMember(shownText, websiteField(), { type: 'text' });
}

export function currency() {
  return new StoredMember(shownText, currencyField(), { type: 'text' });
}

/** The country without which there is no record. */
export function requiredCountry() {
  return new StoredMember(z.string(), requiredCountryField(), { type: 'text', isRequired: true });
}

/** An amount of money in the record's currency. */
export function amount(bounds: { readonly min?: number } = {}) {
  return new StoredMember(z.number().nullable(), amountField(bounds), { type: 'amount' });
}

/** A whole number for which the record has a value of its own where the body says none. */
export function wholeNumber(min: number, max: number, defaultBy: NonNullable<Stored['defaultBy']>) {
  return new StoredMember(z.int().min(min).max(max), wholeNumberField(min, max), { type: 'integer', defaultBy });
}

/** A whole number, or none. */
export function count(min: number, max: number) {
  return new StoredMember(z.int().nullable(), optionalWholeNumber(min, max), { type: 'integer' });
}

/** A number that is counted up, by which a record is named in the place of an id. */
export function recordNumber() {
  return new StoredMember(z.int32(), null, { type: 'integer', isRequired: true });
}

export function date() {
  return new StoredMember(z.iso.date().nullable(), optionalDate(), { type: 'date' });
}

/** One of some words, or none. */
export function choice<const W extends Words>(words: W) {
  const word = z.enum(words);
  const named = word.nullish().transform((value): z.output<typeof word> | null => value ?? null);
  return new WordMember(word.nullable(), named, enumFieldOr(words, null), { type: 'text', words });
}

/** One of some words; the default is the value of a body that says none. */
export function choiceOr<const W extends Words>(words: W, byDefault: W[number]) {
  const word = z.enum(words);
  const absent = `Left out or null it is ${byDefault}.`;
  const named = word
    .nullish()
    .transform((value) => value ?? byDefault)
    .describe(absent);
  const numbered = enumFieldOr(words, byDefault).describe(absent);
  return new WordMember(word, named, numbered, { type: 'text', words, default: byDefault });
}

/** One of some words, which the platform gives each record. */
export function givenChoice<const W extends Words>(words: W) {
  return new StoredMember(z.enum(words), null, { type: 'text', words, isRequired: true });
}

/** One of some words, by its name or number. An update that says none leaves it; a new record has the default. */
export function keptChoice<const W extends Words>(words: W, byDefault: W[number]) {
  const kept = `Left out or null it stays; in a new record it is ${byDefault}.`;
  const taken = enumFieldOr(words, undefined).describe(kept);
  return new StoredMember(z.enum(words), taken, { type: 'text', words, default: byDefault, isKept: true });
}

/** The word that goes out as its number: its position among all, from 1. */
export function numberedChoice<const W extends Words>(words: W, numbers: readonly number[], byDefault: W[number]) {
  const { taken, stored } = keptChoice(words, byDefault);
  const number = z.int().min(1).max(words.length);
  // The number alone goes out, so documents show what goes in as a number too.
  return new StoredMember(
    number.meta(choiceOf({ list: numbers })),
    taken.meta(choiceOf({ list: numbers, isNullable: true })),
    stored,
  ).describe(
    `${words.map((word, at) => `${numbers[at]} ${word}`).join(', ')}; a request may say the name. ${taken.description}`,
  );
}

export function flag(byDefault: boolean) {
  const taken = z
    .boolean()
    .nullish()
    .transform((value) => value ?? byDefault)
    .describe(`Left out or null it is ${byDefault}.`);
  return new StoredMember(z.boolean(), taken, { type: 'flag', default: byDefault });
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
  return new StoredMember(dateTime().nullable(), optionalDateTime(), { type: 'time' });
}

/** A code that a record need not have. An update without one keeps it. */
export function optionalCode() {
  return new StoredMember(shownText, keptText(50), { type: 'text', isKept: true });
}

/** A list of short texts. Two that differ by case alone count as one that is there twice. */
export function tags(countMax: number, max: number) {
  const list = z.array(requiredText(max)).max(countMax);
  const again = 'A text is there twice, ignoring case; send each once.';
  const taken = eachOnce(list, again, (text) => text.toLowerCase())
    .nullish()
    .transform((texts) => texts ?? []);
  return new StoredMember(z.array(z.string()), taken, { type: 'texts', default: [] });
}

export function dateTime() {
  return z.iso.datetime({ precision: 6 });
}
