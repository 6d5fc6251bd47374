import {
  atMost,
  brokenText,
  calendarDate,
  isPlain,
  isWebAddress,
  looksLikeEmail,
  tidy,
  utcDateTime,
  wrongDate,
  wrongDateTime,
  type TextCheck,
} from '@rapport/kernel';
import type { CustomFieldDefinition } from '../custom-field.ts';

export type FieldValue = string | number;

/** The value as it is stored, null for a value that clears the field, or what is wrong with it. */
export type CheckedValue =
  | { readonly value: FieldValue | null; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

export type ValueCheck = (sent: FieldValue) => CheckedValue;

/** The check of a field's values, and the form in which it keeps them. An empty text clears a field of any type. */
export function valueCheck({ fieldType, options }: CustomFieldDefinition): ValueCheck {
  switch (fieldType) {
    case 'number':
      return numberCheck;
    case 'text':
    case 'textArea':
      return textCheck(kept(atMost(4_000)));
    case 'date':
      return textCheck((text) => valueOr(calendarDate(text), wrongDate));
    case 'dateTime':
      return textCheck((text) => valueOr(utcDateTime(text), wrongDateTime));
    case 'boolean':
      return textCheck(kept(isTruthValue));
    case 'select':
      return textCheck(kept(isOptionOf(options)));
    case 'email':
      return textCheck(kept(atMost(254), looksLikeEmail));
    case 'url':
      return textCheck(kept(atMost(500), isWebAddress));
    case 'phone':
      return textCheck(kept(atMost(50)));
  }
}

const cleared: CheckedValue = { value: null };

/** A number is kept as a client can read it again: any finite one. Zero has no sign, because JSONB has none. */
const numberCheck: ValueCheck = (sent) => {
  if (typeof sent === 'number') {
    return Number.isFinite(sent) ? { value: sent === 0 ? 0 : sent } : { problem: 'This number is too large.' };
  }
  return isBlank(sent) ? cleared : { problem: 'This field takes a number; send it without quotes.' };
};

function textCheck(check: (text: string) => CheckedValue): ValueCheck {
  return (sent) => {
    if (typeof sent === 'number') {
      return { problem: 'This field takes a text; send it in quotes.' };
    }
    const plain = isPlain(sent);
    const broken = plain ? undefined : brokenText(sent);
    if (broken !== undefined) {
      return { problem: broken };
    }
    const text = plain ? sent.trim() : tidy(sent);
    return text === '' ? cleared : check(text);
  };
}

/** The first check that finds a problem decides. */
function kept(...checks: readonly TextCheck[]): (text: string) => CheckedValue {
  return (text) => {
    for (const check of checks) {
      const problem = check(text);
      if (problem !== undefined) {
        return { problem };
      }
    }
    return { value: text };
  };
}

function valueOr(value: string | undefined, problem: string): CheckedValue {
  return value === undefined ? { problem } : { value };
}

const isTruthValue: TextCheck = (text) =>
  text === 'true' || text === 'false' ? undefined : 'This must be "true" or "false".';

function isOptionOf(options: readonly string[]): TextCheck {
  const known = new Set(options);
  const problem =
    options.length <= namedOptionsMax
      ? `This must be one of ${options.map((option) => JSON.stringify(option)).join(', ')}.`
      : `This must be one of the ${options.length} options that the metadata of the field list.`;
  return (text) => (known.has(text) ? undefined : problem);
}

const namedOptionsMax = 20;

function isBlank(text: string): boolean {
  return text.trim() === '';
}
