/** A kind's name in the interface, its number in every log of changes, and its table. */
export interface Resource {
  readonly name: string;
  readonly number: number;
  readonly table: string;
  /** A plan says how many records of such kinds a tenant may have, all of them together. */
  readonly isCounted?: true;
}

/** The thing that an id may name. */
export type Target = RecordTarget | RowTarget;

/** A record, which a caller may name where it sees it. A record that is seen by owner and team has a column `name`. */
export interface RecordTarget {
  readonly resource: Resource;
  readonly seenBy?: SeenBy;
}

/** The callers that see a record: its owner and the owner's team, all callers of the tenant, or each caller that sees its parent. */
export type SeenBy = 'ownerAndTeam' | 'everybody' | SeenWithParent;

export interface SeenWithParent {
  readonly parent: RecordTarget;
  /** The member with the parent's id. */
  readonly member: string;
}

/** Another row of the tenant, which every caller may name. */
export interface RowTarget {
  readonly table: string;
  /** The word that people use. */
  readonly noun: string;
}

/** Whether the record belongs to a user, whose team it is in. */
export function hasOwner({ seenBy = 'ownerAndTeam' }: Pick<RecordTarget, 'seenBy'>): boolean {
  return seenBy === 'ownerAndTeam';
}

export function isRecord(target: Target): target is RecordTarget {
  return 'resource' in target;
}
