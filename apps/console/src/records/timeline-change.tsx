import type { ReactNode } from 'react';
import { useCustomFields } from '../forms/custom-fields.tsx';
import type { FormField } from '../forms/fields.ts';
import { ShownValue } from '../forms/shown-value.tsx';
import { isList, memberOf } from '../lists/records.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';

interface TimelineChangeProps {
  readonly list: string;
  readonly change: { readonly field: string; readonly oldValue?: unknown; readonly newValue?: unknown };
}

/** A member of a record that was changed, from what it was to what it is. */
export function TimelineChange({ list, change: { field: name, oldValue, newValue } }: TimelineChangeProps): ReactNode {
  const person = usePerson();
  const field = useField(list, name);
  const { of } = field.member;
  return (
    <li dir="auto">
      {field.label}
      {(of === undefined || may(person, of, 'search')) && (
        <>
          {': '}
          <ShownValue field={field} value={oldValue} record={nothing} />
          {' → '}
          <ShownValue field={field} value={newValue} record={nothing} />
        </>
      )}
    </li>
  );
}

const nothing = { id: '' };

function useField(list: string, name: string): FormField {
  const own = useCustomFields(isList(list) ? list : 'users');
  const member = (isList(list) ? memberOf(list, name) : undefined) ?? { type: 'text' };
  return (
    own?.find((field) => field.name === name) ?? {
      name,
      label: labelOf(name.replace('customFields.', '')),
      member,
      type: typeOf(member),
    }
  );
}
