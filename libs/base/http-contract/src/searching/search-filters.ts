import { searchOperators, type SearchFilter, type SearchOperator, type SearchValue } from '@rapport/kernel';
import { choiceOf } from '@rapport/members/fields';
import { z } from 'zod';
import { unknownMember } from '../parsing/explain.ts';
import type { SearchField } from './search-field.ts';

export type SearchFields = Readonly<Record<string, SearchField>>;

/** The filters of a search, each checked against the field that it names. `name` is that of the search, as schemas are called. */
export function searchFilters<F extends SearchFields>(fields: F, name: string) {
  return z
    .array(
      z
        .unknown()
        .transform((raw, context) => readFilter(fields, raw, problemsIn(context)))
        .meta({ id: `${name}Filter`, ...documented(fields, name) }),
    )
    .max(filtersMax)
    .refine((filters) => valuesOf(filters) <= allValuesMax, {
      error: `Filters may have at most ${allValuesMax} values together.`,
    })
    .nullish()
    .transform((filters) => filters ?? [])
    .meta({ description: `Filters may have at most ${allValuesMax} values together.` });
}

function valuesOf(filters: readonly Pick<SearchFilter, 'value'>[]): number {
  return filters.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
}

/** A member that filters by one field in short: one value, or a list for `in`. Null is as omitted. */
export function shortcutField<Field extends string>(
  fields: SearchFields,
  { field, operator, isRequired = false }: ShortcutOf<Field>,
) {
  const operand = operandSchema(fieldOf(fields, field).schema, operator);
  return (isRequired ? z.unknown() : z.unknown().optional())
    .transform((raw, context): SearchFilter<Field> | null => {
      if (raw === undefined || raw === null) {
        if (isRequired) {
          problemsIn(context)([], 'This is required; send it.');
        }
        return null;
      }
      const value = readOperand(fieldOf(fields, field), operator, raw, problemsIn(context), []);
      return { field, operator, value };
    })
    .meta({
      description: `In short for a filter of \`${field}\` by \`${operator}\`.`,
      ...(isRequired ? operand : { anyOf: [operand, { type: 'null' }] }),
    });
}

interface ShortcutOf<Field extends string> {
  readonly field: Field;
  readonly operator: SearchOperator;
  readonly isRequired?: boolean;
}

/** Notes what is wrong at a path of the member. */
type Report = (path: (string | number)[], message: string) => void;

const filterMembers = ['field', 'operator', 'value'];

function readFilter<F extends SearchFields>(fields: F, raw: unknown, report: Report): SearchFilter<keyof F & string> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    report([], 'This must be an object with field, operator and value.');
    return none;
  }
  const filter: Readonly<Record<string, unknown>> = { ...raw };
  for (const member of Object.keys(filter).filter((name) => !filterMembers.includes(name))) {
    report([member], unknownMember(member, filterMembers));
  }
  const { field: name, operator } = filter;
  if (typeof name !== 'string' || !Object.hasOwn(fields, name)) {
    report(['field'], `This must be one of ${Object.keys(fields).join(', ')}.`);
    return none;
  }
  const field = fieldOf(fields, name);
  const known = field.operators.find((each) => each === operator);
  if (known === undefined) {
    report(['operator'], `${name} knows ${field.operators.join(', ')}.`);
    return none;
  }
  return { field: name, operator: known, value: readOperand(field, known, filter['value'], report, ['value']) };
}

function readOperand(
  field: SearchField,
  operator: SearchOperator,
  raw: unknown,
  report: Report,
  path: (string | number)[],
): SearchFilter['value'] {
  if (isOfNull(operator)) {
    if (raw !== undefined && raw !== null) {
      report(path, `${operator} takes no value; leave it out.`);
    }
    return null;
  }
  if (operator !== 'in') {
    return readValue(field, raw, report, path);
  }
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > valuesMax) {
    report(path, `This must be a list of 1 to ${valuesMax} values.`);
    return [];
  }
  return raw.map((value: unknown, index) => readValue(field, value, report, [...path, index]));
}

function readValue(field: SearchField, raw: unknown, report: Report, path: (string | number)[]): SearchValue {
  if (raw === null || raw === undefined) {
    const advice = field.operators.includes('isNull') ? ' Use isNull for what has no value.' : '';
    report(path, `This needs a value.${advice}`);
    return '';
  }
  const read = field.read(raw);
  if ('problem' in read) {
    report(path, read.problem);
    return '';
  }
  return read.value;
}

function fieldOf(fields: SearchFields, name: string): SearchField {
  const field = fields[name];
  if (field === undefined) {
    throw new Error(`The search has no field ${name}.`);
  }
  return field;
}

function problemsIn(context: z.core.$RefinementCtx): Report {
  return (path, message) => context.issues.push({ code: 'custom', message, path, input: undefined });
}

/** For readers each field with its operators, and the same for programs. */
function documented(fields: SearchFields, name: string) {
  const lines = Object.entries(fields).map(([field, { operators }]) => `\`${field}\`: ${operators.join(', ')}`);
  const used = searchOperators.filter((operator) =>
    Object.values(fields).some(({ operators }) => operators.includes(operator)),
  );
  return {
    type: 'object',
    properties: {
      field: choiceOf({ list: Object.keys(fields), name: `${name}Field` }),
      operator: choiceOf({ list: used, name: `${name}Operator` }),
      value: { description: `A list of 1 to ${valuesMax} values for \`in\`; nothing for isNull and isNotNull.` },
    },
    required: ['field', 'operator'],
    additionalProperties: false,
    oneOf: alternativesOf(fields),
    description: `The fields and their operators. ${lines.join('; ')}.`,
    'x-operators': Object.fromEntries(Object.entries(fields).map(([field, { operators }]) => [field, operators])),
  };
}

/** Which operators and values go with which fields. Fields that have the same ones are told together. */
function alternativesOf(fields: SearchFields): object[] {
  const alike = Map.groupBy(Object.keys(fields), (name) => {
    const { operators, schema } = fieldOf(fields, name);
    return JSON.stringify([operators, schema]);
  });
  return [...alike.values()].flatMap((names) => {
    const { operators, schema } = fieldOf(fields, names[0] ?? '');
    const byOperand = Map.groupBy(operators, (operator) => JSON.stringify(operandSchema(schema, operator)));
    return [...byOperand.values()].map((same) => alternative(names, same, schema));
  });
}

function alternative(fields: readonly string[], operators: readonly SearchOperator[], schema: object): object {
  const [operator = 'eq'] = operators;
  return {
    type: 'object',
    properties: { field: { enum: fields }, operator: { enum: operators }, value: operandSchema(schema, operator) },
    required: ['field', 'operator', ...(isOfNull(operator) ? [] : ['value'])],
  };
}

/** The operand of an operator, in place of one value. */
function operandSchema(schema: object, operator: SearchOperator): object {
  if (isOfNull(operator)) {
    return { type: 'null' };
  }
  return operator === 'in' ? { type: 'array', items: schema, minItems: 1, maxItems: valuesMax } : schema;
}

function isOfNull(operator: SearchOperator): boolean {
  return operator === 'isNull' || operator === 'isNotNull';
}

/** In the place of a filter that is wrong. Its request is refused, so no search sees it. */
const none: SearchFilter<never> = { field: undefined as never, operator: 'isNull', value: null };

const filtersMax = 20;
const valuesMax = 100;
/** A value that is looked for in every record costs a search time: so many cost less than a second among ten thousand records. */
const allValuesMax = 200;
