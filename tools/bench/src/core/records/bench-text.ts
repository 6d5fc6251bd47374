import type { SentText } from '@rapport/database';

/** The text of a statement for a tenant, with the names of its values in the order of their numbers. */
export interface BenchText extends SentText {
  readonly names: readonly string[];
}

/** The text with its values, as pg sends it. A value that is not given is null. */
export function withValues({ names, ...text }: BenchText, values: Readonly<Record<string, unknown>>) {
  return { ...text, values: names.map((name) => values[name] ?? null) };
}
