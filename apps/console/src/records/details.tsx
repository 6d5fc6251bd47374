import type { ReactNode } from 'react';
import { useCustomFields } from '../forms/custom-fields.tsx';
import { valueOf } from '../forms/fields.ts';
import { sameValue } from '../forms/saving/merging.ts';
import { ShownValue } from '../forms/shown-value.tsx';
import { listOf, type AnyRecord } from '../lists/records.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';

/** Every member of a record with its value. Those that the platform makes are left out while they have none. */
export function Details({ list, record }: { readonly list: string; readonly record: AnyRecord }): ReactNode {
  const person = usePerson();
  const custom = useCustomFields(list) ?? [];
  const own = Object.entries(listOf(list).members)
    .filter(([, { type }]) => type !== 'customFields')
    .map(([name, member]) => ({ name, label: labelOf(name), member, type: typeOf(member) }));
  const shown = [...own, ...custom].filter(
    ({ name, member: { isReadOnly, of, name: named } }) =>
      (of === undefined || named !== undefined || may(person, of, 'search')) &&
      !(isReadOnly && sameValue(record[name], null)),
  );
  return (
    <dl className="details">
      {shown.map((field) => {
        const value = valueOf(field, record);
        return (
          <div key={field.name} className={field.type.isShort || sameValue(value, null) ? undefined : 'whole'}>
            <dt>{field.label}</dt>
            <dd>
              <ShownValue field={field} value={value} record={record} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
