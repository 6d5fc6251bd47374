import type { RawRow } from '@rapport/database';

/** The columns that stand in front of a record's own in the row of a composed statement, by the names beside its text. */
export function headOf<Name extends string>(
  row: RawRow,
  names: readonly Name[],
): Readonly<Record<Name, string | null>> {
  return Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])) as Record<Name, string | null>;
}
