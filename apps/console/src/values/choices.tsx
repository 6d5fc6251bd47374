import type { ReactNode } from 'react';
import { inWords } from '../words/labels.ts';
import { Select } from './control.tsx';
import { isoCountries, isoCurrencies } from './codes.ts';
import { textIn, type FieldProps, type ShownProps, type Typed } from './value-type.ts';
import type { Member } from '../described.ts';

export function ShownWord({ value, member }: ShownProps): ReactNode {
  const word = wordOf(value, member);
  return word === undefined ? null : <span className="word">{inWords(word)}</span>;
}

/** Some answers have the number of a word, from 1. */
export function wordOf(value: unknown, { words = [] }: Member): string | undefined {
  return typeof value === 'number' ? words[value - 1] : typeof value === 'string' ? value : undefined;
}

export function WordField({ label, member, typed, onType, problem }: FieldProps): ReactNode {
  const { words = [], default: byDefault, isRequired } = member;
  return (
    <Select
      label={label}
      value={textIn(typed)}
      choices={words.map((word) => ({ value: word, text: inWords(word) }))}
      isOptional={byDefault === undefined}
      isRequired={isRequired}
      onChoose={onType}
      problem={problem}
    />
  );
}

export function wordTyped(value: unknown, member: Member): Typed {
  return wordOf(value, member) ?? '';
}

/** A code of a list that the browser has names for. */
export function codeField(list: 'currency' | 'country') {
  const codes = list === 'currency' ? isoCurrencies : isoCountries;
  return function CodeField({ label, member, typed, onType, problem }: FieldProps): ReactNode {
    return (
      <Select
        label={label}
        value={textIn(typed)}
        choices={codes()}
        isOptional
        isRequired={member.isRequired}
        onChoose={onType}
        problem={problem}
      />
    );
  };
}

export function FlagField({ label, typed, onType }: FieldProps): ReactNode {
  return (
    <label className="flag">
      <input type="checkbox" checked={typed === true} onChange={({ target }) => onType(target.checked)} />
      {label}
    </label>
  );
}

export function ShownFlag({ value }: ShownProps): ReactNode {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : null;
}
