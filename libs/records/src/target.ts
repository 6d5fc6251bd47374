import type { Resource } from './resource.ts';

/** What the id in a column may name. */
export type Target = RecordTarget | RowTarget;

/** A synchronised record, which a caller may name where its own data scope shows it. Its table has a column `name`. */
export interface RecordTarget {
  readonly resource: Resource;
}

/** Another row of the tenant, which every caller may name. Without a table there is none yet. */
export interface RowTarget {
  readonly table: string | null;
  /** What people call it. */
  readonly noun: string;
}

export function isRecord(target: Target): target is RecordTarget {
  return 'resource' in target;
}
