/** The database's state of one tenant's customers at one moment. */
export interface Truth {
  readonly records: ReadonlyMap<string, TrueRecord>;
  /** Feed and outbox together, in the order in which a feed gives them. */
  readonly items: readonly TrueItem[];
  /** The newest purged item; items up to it may be missing. */
  readonly purgedTo: string;
}

export interface TrueRecord {
  readonly id: string;
  readonly name: string;
  /** The write that made the item, if a writer of the history did. */
  readonly origin: string | null;
  readonly version: number;
  readonly at: string;
  readonly ownerId: string | null;
  readonly teamId: string | null;
}

export interface TrueItem {
  readonly id: string;
  readonly recordId: string;
  readonly operation: string;
  readonly version: number;
  readonly at: string;
  readonly ownerBefore: string | null;
  readonly ownerAfter: string | null;
  readonly teamBefore: string | null;
  readonly teamAfter: string | null;
}

export type Visibility =
  | { readonly scope: 'all' }
  | { readonly scope: 'own'; readonly userId: string }
  | { readonly scope: 'team'; readonly teamId: string };

/** The records that a view shows, with their times. */
export function visibleRecords({ records }: Truth, seenBy: Visibility): Map<string, string> {
  const seen = [...records.values()].filter((record) => sees(seenBy, record.ownerId, record.teamId));
  return new Map(seen.map(({ id, at }) => [id, at]));
}

/** The items that a view is given. If it showed the record only before the change, the item says that it is gone. */
export function visibleItems({ items }: Truth, seenBy: Visibility): TrueItem[] {
  return items.flatMap((item) => {
    if (sees(seenBy, item.ownerAfter, item.teamAfter)) {
      return [item];
    }
    return sees(seenBy, item.ownerBefore, item.teamBefore) ? [{ ...item, operation: 'deleted' }] : [];
  });
}

function sees(by: Visibility, ownerId: string | null, teamId: string | null): boolean {
  switch (by.scope) {
    case 'all':
      return true;
    case 'own':
      return ownerId === by.userId;
    case 'team':
      return teamId === by.teamId;
  }
}
