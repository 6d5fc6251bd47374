import type { ErrorCode } from '@rapport/kernel';

export interface ResourceSpec<Resource extends string, One extends string, Shown, Body> {
  /** The resource's name in paths and scopes. */
  readonly resource: Resource;
  /** The name of one record, as schemas are called. */
  readonly singular: One;
  readonly record: Shown;
  /** The body of a create and of a full update. They differ in what an omitted member keeps. */
  readonly body: Body;
  /** The conflicts of a create and of an update of this resource alike, beside those of every resource. */
  readonly conflicts: readonly ErrorCode[];
  /** Those that an update alone meets, because they are about what the record is already. */
  readonly updateConflicts: readonly ErrorCode[];
  readonly examples: Examples;
}

/** A record as answers show it, and the body that makes it. */
export interface Examples {
  readonly record: {
    readonly id: string;
    readonly externalId: string;
    readonly lastModifiedOnUtc: string;
    readonly [member: string]: unknown;
  };
  readonly body: Readonly<Record<string, unknown>>;
}
