import type { ReactNode } from 'react';
import type { Member } from '../described.ts';
import type { AnyRecord } from '../lists/records.ts';
import type { FormField } from './fields.ts';
import { sameValue } from './saving/merging.ts';

interface ShownValueProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly record: AnyRecord;
}

/** A value that a record has, had or may get. What it refers to is looked up, where the record does not name it. */
export function ShownValue({ field: { name, member, type }, value, record }: ShownValueProps): ReactNode {
  const known = sameValue(value, record[name]) ? member : unnamed(member);
  return sameValue(value, null) ? '–' : <type.Shown value={value} member={known} record={record} />;
}

function unnamed(member: Member): Member {
  const entries = Object.entries(member).filter(([part]) => part !== 'name');
  return Object.fromEntries(entries) as unknown as Member;
}
