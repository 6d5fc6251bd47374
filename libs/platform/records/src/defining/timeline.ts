import type { TimelineItemType } from '@rapport/kinds';

/** The changes of a kind's records that stand in the timelines of customers. */
export interface Timeline {
  /** The customer that a record concerns, as SQL over a row of it; null where there is none. */
  readonly customer: (row: string) => string;
  /** The title of a record, as SQL over a row of it. */
  readonly title: (row: string) => string;
  /** The id of the source that items name, as SQL over a row; by default the record's own. */
  readonly source?: (row: string) => string;
  /** The first rule that fits a change makes its item. */
  readonly rules: readonly TimelineRule[];
}

export interface TimelineRule {
  readonly on: readonly Occasion[];
  /** A member that has this value beside. */
  readonly where?: { readonly member: string; readonly is: string };
  readonly itemType: KeptItemType;
  /** By default none. */
  readonly summary?: Summary;
  /** Whether the item stands at the time at which the record was made, and not at that of the change. */
  readonly isAtCreation?: true;
  /** Whether the item shows the old and the new values of what changed. */
  readonly showsChanges?: true;
}

/** A record is made, deleted, or changed in any member; or one member is changed, perhaps to a certain value. */
export type Occasion = (typeof anyChange)[number] | MemberChange;

export const anyChange = ['created', 'changed', 'deleted'] as const;

export interface MemberChange {
  readonly changed: string;
  readonly to?: string;
}

/** The text of a member, or the step that a state took. */
export type Summary = { readonly text: string } | { readonly step: string };

/** The last item of a timeline. It is shown to no caller, because its customer is gone; the purge finds the timeline by it. */
export const timelineEnd = 'customerDeleted';

/** The type of an item, shown to callers or not. */
export type KeptItemType = TimelineItemType | typeof timelineEnd;

export function isMemberChange(occasion: Occasion): occasion is MemberChange {
  return typeof occasion === 'object';
}
