import type { ReactNode } from 'react';
import { typeOf } from '../values/value-types.ts';
import { labelOf } from '../words/labels.ts';
import { fieldOfFilter, operatorWords, takesNoValue } from './filters.ts';
import type { Filter } from './records.ts';

/** A filter as a person says it. */
export function FilterInWords({ list, filter }: { readonly list: string; readonly filter: Filter }): ReactNode {
  const { field, operator, value } = filter;
  const member = fieldOfFilter(list, field);
  const { Shown } = typeOf(member);
  return (
    <span>
      {`${labelOf(field)} ${operatorWords[operator] ?? operator} `}
      {!takesNoValue(operator) && <Shown value={value} member={member} record={{ id: '' }} />}
    </span>
  );
}
