import type { Member, ValueType } from '../described.ts';
import { AddressField, addressTaken, addressTyped, ShownAddress } from './addresses.tsx';
import { codeField, FlagField, ShownFlag, ShownWord, WordField, wordTyped } from './choices.tsx';
import { ShownLines, shownLink, ShownText, ShownWebsite } from './links.tsx';
import { numberProblem, numberTaken, ShownAmounts, ShownNumber } from './numbers.tsx';
import { listTyped, ReferenceField, ReferencesField, ShownReference, ShownReferences } from './references.tsx';
import * as textual from './text-fields.tsx';
import { ShownTexts, TextsField, textsProblem, textsTaken, textsTyped } from './texts.tsx';
import { ShownDate, ShownTime, timeTaken, timeTyped } from './times.tsx';
import type { TypeOfValue, Typed } from './value-type.ts';

const text: TypeOfValue = {
  Shown: ShownText,
  Field: textual.inputField({ type: 'text' }),
  typed: textual.textTyped,
  taken: textual.textTaken,
  problem: textual.textProblem,
  isShort: true,
};

const number: TypeOfValue = {
  ...text,
  Shown: ShownNumber,
  Field: textual.inputField({ type: 'text', inputMode: 'decimal' }),
  taken: numberTaken,
  problem: numberProblem,
};

const neverWrong = (): undefined => undefined;
const asItIs = (typed: Typed): unknown => typed;

/** Members of these types are made by the platform alone. */
const part: TypeOfValue = { ...text, Shown: () => null, isShort: false };

/** Each type of value, shown, typed in and looked for. Lists, forms, filters and details are made of this alone. */
export const valueTypes: Readonly<Record<ValueType, TypeOfValue>> = {
  text,
  lines: { ...text, Shown: ShownLines, Field: textual.LinesField, isShort: false },
  email: {
    ...text,
    Shown: shownLink('mailto:'),
    Field: textual.inputField({ type: 'email' }),
    problem: textual.emailProblem,
  },
  phone: { ...text, Shown: shownLink('tel:'), Field: textual.inputField({ type: 'tel' }) },
  website: {
    ...text,
    Shown: ShownWebsite,
    Field: textual.inputField({ type: 'url' }),
    problem: textual.websiteProblem,
  },
  currency: { ...text, Field: codeField('currency') },
  country: { ...text, Field: codeField('country') },
  word: { ...text, Shown: ShownWord, Field: WordField, typed: wordTyped },
  flag: {
    Shown: ShownFlag,
    Field: FlagField,
    typed: (value) => value === true,
    taken: asItIs,
    problem: neverWrong,
    isShort: true,
  },
  integer: { ...number, Field: textual.inputField({ type: 'text', inputMode: 'numeric' }) },
  amount: number,
  date: { ...text, Shown: ShownDate, Field: textual.inputField({ type: 'date' }) },
  time: {
    ...text,
    Shown: ShownTime,
    Field: textual.inputField({ type: 'datetime-local' }),
    typed: timeTyped,
    taken: timeTaken,
  },
  id: { ...text, Shown: ShownReference, Field: ReferenceField },
  ids: {
    Shown: ShownReferences,
    Field: ReferencesField,
    typed: listTyped,
    taken: asItIs,
    problem: neverWrong,
    isShort: false,
  },
  texts: {
    Shown: ShownTexts,
    Field: TextsField,
    typed: textsTyped,
    taken: textsTaken,
    problem: textsProblem,
    isShort: true,
  },
  address: {
    Shown: ShownAddress,
    Field: AddressField,
    typed: addressTyped,
    taken: addressTaken,
    problem: neverWrong,
    isShort: false,
  },
  amounts: { ...part, Shown: ShownAmounts, isShort: true },
  customFields: part,
  part,
};

export function typeOf({ type }: Member): TypeOfValue {
  return valueTypes[type];
}

/** The value of a new record's field: what the platform would give it. */
export function defaultTyped(member: Member): Typed {
  return typeOf(member).typed(member.default ?? null, member);
}
