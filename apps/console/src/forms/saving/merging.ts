/** The values of a record by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

export interface Merged {
  /** Those of both sides; where both changed a field to different values, mine. */
  readonly values: Values;
  /** The fields that both sides changed to different values. */
  readonly collisions: readonly string[];
}

/** Joins two changes of one record, field by field. */
export function merged(base: Values, mine: Values, theirs: Values): Merged {
  const collisions = Object.keys(mine).filter(
    (name) =>
      !sameValue(mine[name], base[name]) &&
      !sameValue(theirs[name], base[name]) &&
      !sameValue(mine[name], theirs[name]),
  );
  const values = Object.keys(mine).map((name) => {
    const isMine = !sameValue(mine[name], base[name]) && !sameValue(mine[name], theirs[name]);
    return [name, isMine ? mine[name] : theirs[name]] as const;
  });
  return { values: Object.fromEntries(values), collisions };
}

/** Whether the platform keeps both values as one. It trims texts, and an empty value is none. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(kept(one)) === JSON.stringify(kept(other));
}

function kept(value: unknown): unknown {
  if (typeof value === 'string') {
    return keptText(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map(kept);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .map(([name, part]) => [name, kept(part)] as const)
      .filter(([, part]) => part !== null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
  return value ?? null;
}

/** A time may be written with and without a fraction of zeros. */
function keptText(text: string): string | null {
  const trimmed = text.trim().normalize('NFC');
  const moment = /^(\d{4}-\d{2}-\d{2}T[\d:]{8})(\.\d+)?Z$/.exec(trimmed);
  return moment ? `${moment[1]}${(moment[2] ?? '').replace(/\.?0+$/, '')}Z` : trimmed || null;
}
