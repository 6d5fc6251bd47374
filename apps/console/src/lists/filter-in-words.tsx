import type { ReactNode } from 'react';
import { ShownValue } from '../forms/shown-value.tsx';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';
import { fieldOfFilter, operatorWords, takesNoValue } from './filters.ts';
import type { Filter } from './records.ts';

/** A filter as a person says it. */
export function FilterInWords({ list, filter }: { readonly list: string; readonly filter: Filter }): ReactNode {
  const { field, operator, value } = filter;
  const member = fieldOfFilter(list, field);
  const label = labelOf(field);
  return (
    <span>
      {`${label} ${operatorWords[operator] ?? operator} `}
      {!takesNoValue(operator) && (
        <ShownValue field={{ name: field, label, member, type: typeOf(member) }} value={value} record={nothing} />
      )}
    </span>
  );
}

const nothing = { id: '' };
