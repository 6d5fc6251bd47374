import type { Member } from '../described.ts';
import { listOf, type AnyRecord } from '../lists/records.ts';
import { wordOf } from '../values/choices.tsx';
import { ownTypes } from '../settings/own-types.ts';
import type { TypeOfValue } from '../values/value-type.ts';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';
import { sameValue, type Values } from './saving/merging.ts';

/** A field of a form: a member of a record, or one of its custom fields. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly member: Member;
  readonly type: TypeOfValue;
  /** The key of a custom field. */
  readonly key?: string;
}

/** The members of a list's records that a body gives. */
export function writtenFields(list: string): readonly FormField[] {
  return Object.entries(listOf(list).members)
    .filter(([, { isReadOnly, type }]) => !isReadOnly && type !== 'customFields')
    .map(([name, member]) => ({
      ...{ name, label: labelOf(name), member },
      type: ownTypes[list]?.[name] ?? typeOf(member),
    }));
}

export function valuesOf(fields: readonly FormField[], record: AnyRecord): Values {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, record)]));
}

export function valueOf({ name, key, member }: FormField, record: AnyRecord): unknown {
  if (key !== undefined) {
    return customValues(record).find((one) => one.key === key)?.value ?? null;
  }
  const value = record[name] ?? null;
  return member.isNumbered ? (wordOf(value, member) ?? null) : value;
}

export function customValues(record: AnyRecord): readonly CustomValue[] {
  return (record['customFields'] ?? []) as readonly CustomValue[];
}

interface CustomValue {
  readonly key: string;
  readonly value: string | number;
}

/** The values with which a form for a new record begins. */
export function newValues(list: string, fields: readonly FormField[], given: Values): Values {
  const { members } = listOf(list);
  return Object.fromEntries(
    fields.map(({ name, member: { default: byDefault, defaultBy } }) => {
      const other = defaultBy && members[defaultBy.member]?.default;
      return [name, given[name] ?? defaultBy?.values[typeof other === 'string' ? other : ''] ?? byDefault ?? null];
    }),
  );
}

/** The body of a create. */
export function newBody(fields: readonly FormField[], values: Values): object {
  const given = fields.filter(({ name }) => !sameValue(values[name], null));
  return bodyOf(given, values);
}

/** The body of an update, which replaces every member. Custom fields that it leaves out stay. */
export function changedBody(fields: readonly FormField[], values: Values, base: Values): object {
  return bodyOf(
    fields.filter(({ key, name }) => key === undefined || !sameValue(values[name], base[name])),
    values,
  );
}

/** An empty text clears a custom field. */
function bodyOf(fields: readonly FormField[], values: Values): object {
  const members = fields.filter(({ key }) => key === undefined).map(({ name }) => [name, values[name]] as const);
  const customFields = fields.flatMap(({ key, name }) =>
    key === undefined ? [] : [{ key, value: values[name] ?? '' }],
  );
  return { ...Object.fromEntries(members), ...(customFields.length > 0 && { customFields }) };
}
