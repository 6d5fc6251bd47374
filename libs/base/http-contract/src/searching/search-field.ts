import {
  atMost,
  brokenText,
  calendarDate,
  isUuid,
  operatorsOfKind,
  tidy,
  utcDateTime,
  wrongDate,
  wrongDateTime,
  type OperatorOfKind,
  type SearchOperator,
  type SearchValue,
} from '@rapport/kernel';
import { choiceByNumber, choiceOf, sayWords, textPatterns, wordOf } from '@rapport/members/fields';

/** A value as a search uses it, or what is wrong with it. */
export type ReadValue = { readonly value: SearchValue } | { readonly problem: string };

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** A field by which a search filters: its operators and its values, and what documents say of a value. */
export class SearchField<Known extends SearchOperator = SearchOperator> {
  readonly operators: readonly Known[];
  readonly schema: Schema;
  readonly read: (value: unknown) => ReadValue;

  constructor(operators: readonly Known[], schema: Schema, read: (value: unknown) => ReadValue) {
    this.operators = operators;
    this.schema = schema;
    this.read = read;
  }

  /** For a member that can be null. */
  orNull(): SearchField<Known | 'isNull' | 'isNotNull'> {
    return new SearchField([...this.operators, 'isNull', 'isNotNull'], this.schema, this.read);
  }

  /** The field with fewer operators. */
  knowing<Fewer extends Known>(operators: readonly Fewer[]): SearchField<Fewer> {
    return new SearchField(operators, this.schema, this.read);
  }
}

const choices = operatorsOfKind.code;
const comparisons = operatorsOfKind.value.filter((operator) => operator !== 'in');

export function byText(): SearchField<OperatorOfKind<'text'>> {
  return new SearchField(operatorsOfKind.text, textSchema, readText);
}

/** A text that is compared as it stands, such as a role's code. */
export function byCode(): SearchField<OperatorOfKind<'code'>> {
  return new SearchField(choices, textSchema, readText);
}

export function byId(): SearchField<OperatorOfKind<'code'>> {
  return new SearchField(choices, { type: 'string', format: 'uuid', pattern: textPatterns.uuid }, (value) =>
    typeof value === 'string' && isUuid(value) ? { value: value.toLowerCase() } : { problem: 'This must be a UUID.' },
  );
}

export function byEnum(words: readonly string[]): SearchField {
  return new SearchField(choices, choiceByNumber(words), (value) => {
    const word = wordOf(words, value);
    return word === undefined ? { problem: sayWords(words) } : { value: word };
  });
}

/** An enum whose values are names alone. */
export function byName(words: readonly string[]): SearchField {
  const names = words.map((word) => `"${word}"`).join(', ');
  return new SearchField(choices, choiceOf({ list: words }), (value) =>
    typeof value === 'string' && words.includes(value) ? { value } : { problem: `This must be one of ${names}.` },
  );
}

export function byFlag(): SearchField {
  return new SearchField(['eq', 'ne'], { type: 'boolean' }, (value) =>
    typeof value === 'boolean' ? { value } : { problem: 'This must be true or false.' },
  );
}

export function byNumber(): SearchField {
  return new SearchField(comparisons, { type: 'number' }, (value) =>
    typeof value === 'number' ? { value } : { problem: 'This must be a number.' },
  );
}

/** The number of a record that has one in the place of an id. */
export function byRecordNumber(): SearchField {
  const [minimum, maximum] = [-(2 ** 31), 2 ** 31 - 1];
  return new SearchField(['eq', 'in'], { type: 'integer', minimum, maximum }, (value) =>
    Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
      ? { value: Number(value) }
      : { problem: `This must be a whole number from ${minimum} to ${maximum}.` },
  );
}

export function byDate(): SearchField {
  const schema = { type: 'string', format: 'date', pattern: textPatterns.date };
  return new SearchField(comparisons, schema, (value) => readTime(value, calendarDate, wrongDate));
}

export function byDateTime(): SearchField {
  const schema = { type: 'string', format: 'date-time', pattern: textPatterns.dateTime };
  return new SearchField(comparisons, schema, (value) => readTime(value, utcDateTime, wrongDateTime));
}

function readText(value: unknown): ReadValue {
  if (typeof value !== 'string') {
    return { problem: 'This must be a text in quotes.' };
  }
  const broken = brokenText(value);
  const text = broken === undefined || broken === null ? tidy(value) : '';
  const problem = broken ?? (text === '' ? 'This must not be blank.' : shortEnough(text));
  return problem ? { problem } : { value: text };
}

const textMax = 500;
const textSchema = { type: 'string', minLength: 1, maxLength: textMax, pattern: textPatterns.notBlank };
const shortEnough = atMost(textMax);

function readTime(value: unknown, read: (text: string) => string | undefined, problem: string): ReadValue {
  const time = typeof value === 'string' ? read(value) : undefined;
  return time === undefined ? { problem } : { value: time };
}
