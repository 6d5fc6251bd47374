import type { ReactNode } from 'react';
import { memberOf, type AnyRecord } from '../lists/records.ts';
import { typeOf } from './value-types.ts';

interface ValueProps {
  readonly list: string;
  readonly member: string;
  readonly record: AnyRecord;
}

/** A member of a record, as its type of value is shown. */
export function Value({ list, member, record }: ValueProps): ReactNode {
  const described = memberOf(list, member);
  if (described === undefined) {
    return null;
  }
  const { Shown } = typeOf(described);
  return <Shown value={record[member]} member={described} record={record} />;
}
