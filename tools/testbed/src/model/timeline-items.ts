import { isDeepStrictEqual } from 'node:util';
import type { KeptItemType } from '@rapport/records';
import { kinds, type KindName, type Members } from './kinds.ts';
import type { ModelRecord } from './model-record.ts';

/** An item as a timeline has it. */
export interface ModelItem {
  readonly customerId: string;
  readonly itemType: KeptItemType;
  readonly sourceId: string;
  readonly title: string;
  readonly summary: string | null;
  /** The user who wrote, or as whom a client ran that wrote. */
  readonly actor: string;
  /** From a member to its old and its new value. */
  readonly changes: Readonly<Record<string, readonly unknown[]>> | null;
}

/** The members of an item that follow from a change. */
export type ItemOfChange = Pick<ModelItem, 'itemType'> &
  Partial<Pick<ModelItem, 'summary' | 'changes'>> & {
    /** Whether it stands at the time at which the record was made, and not at that of the change. */
    readonly isAtCreation?: true;
  };

/** A record as a change finds or leaves it, by the members that timelines show. */
export interface Snapshot {
  readonly state: string | null;
  readonly shown: Members;
}

/** A record before and after a write: null where it was not there, or is gone. */
export interface Change {
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
}

/** The columns of a timeline's table by the names of the model's items, as SQL. */
export const itemColumns = `customer_id as "customerId", item_type as "itemType", source_id as "sourceId", title, summary,
  actor, changes`;

/** Stands for every time: one that a state brings is another one each time. */
const aTime = 'a time';

export function withoutTimes(items: readonly ModelItem[]): ModelItem[] {
  return items.map(({ changes, ...item }) => ({
    ...item,
    changes: JSON.parse(JSON.stringify(changes).replaceAll(/"\d{4}-[^"]*Z"/g, `"${aTime}"`)) as ModelItem['changes'],
  }));
}

export function snapshotOf(record: ModelRecord): Snapshot {
  const { resource, members, own, values, ownerId, state } = record;
  const custom = Object.entries(values).map(([key, value]) => [`customFields.${key}`, value]);
  const ofState = membersOfState[resource]?.(record);
  return {
    state,
    shown: { ...members, ...own, ...(Object.fromEntries(custom) as Members), ownerUserId: ownerId, ...ofState },
  };
}

/** The item of a change; null where it leaves none. */
export function itemOf(kind: KindName, change: Change): ItemOfChange | null {
  return itemRules[kind](change);
}

/** The customer that a record concerns; null where it concerns none. */
export function concernedCustomer({ resource, id }: ModelRecord, { before, after }: Change): string | null {
  const shown = (after ?? before)?.shown ?? {};
  const customerId = resource === 'customers' ? id : shown[resource === 'leads' ? convertedTo : 'customerId'];
  return typeof customerId === 'string' ? customerId : null;
}

/** The members that follow from the state, as changes show them. */
const membersOfState: Readonly<Partial<Record<KindName, (record: ModelRecord) => Members>>> = {
  leads: ({ state, became }) => ({
    ...{ status: state, convertedOnUtc: became && aTime, [convertedTo]: became?.customerId },
    ...{ convertedContactId: became?.contactId, convertedOpportunityId: became?.opportunityId },
  }),
  opportunities: ({ state }) => ({ stage: state, closedOnUtc: state?.startsWith('closed') ? aTime : null }),
  activities: ({ state }) => ({
    status: Object.keys(kinds.activities.states?.steps ?? {}).indexOf(state ?? '') + 1,
    completedOnUtc: state === 'completed' ? aTime : null,
  }),
};

const itemRules: Readonly<Record<KindName, (change: Change) => ItemOfChange | null>> = {
  customers: (change) => {
    if (change.before === null || change.after === null) {
      return { itemType: change.before === null ? 'customerCreated' : 'customerDeleted' };
    }
    const changes = changesOf(change);
    return changes && { itemType: 'customerUpdated', changes };
  },
  contacts: (change) => (comes(change) ? { itemType: 'contactAdded' } : null),
  leads: (change) => {
    const isConverted = change.before?.state !== 'converted' && change.after?.state === 'converted';
    return isConverted ? { itemType: 'leadConverted', changes: changesOf(change) } : null;
  },
  opportunities: (change) =>
    comes(change) ? { itemType: 'opportunityCreated' } : stepOf(change, 'opportunityStageChanged'),
  activities: (change) => {
    if (!comes(change)) {
      return stepOf(change, 'activityStatusChanged');
    }
    const { activityType, description, outcome } = change.after?.shown ?? {};
    const isNote = activityType === 'note';
    const summary = cut((isNote ? description : outcome) ?? null) as string | null;
    return { itemType: isNote ? 'note' : 'activity', summary, isAtCreation: true };
  },
};

/** A record comes to a customer when it is made, or gets another customer. */
function comes({ before, after }: Change): boolean {
  return after !== null && after.shown['customerId'] !== before?.shown['customerId'];
}

function stepOf(change: Change, itemType: KeptItemType): ItemOfChange | null {
  const { before, after } = change;
  return before === null || after === null || before.state === after.state
    ? null
    : { itemType, summary: `${before.state} -> ${after.state}`, changes: changesOf(change) };
}

/** The members that changed, each with its old and its new value. Null where none did, and of a record that was made or is gone. */
function changesOf({ before, after }: Change): ModelItem['changes'] {
  if (before === null || after === null) {
    return null;
  }
  const changed = Object.keys({ ...before.shown, ...after.shown })
    .map((member) => [member, [before, after].map(({ shown }) => cut(shown[member] ?? null))] as const)
    .filter(([, [was, is]]) => !isDeepStrictEqual(was, is));
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** A text as far as timelines show it. */
function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, textMax) : value;
}

const convertedTo = 'convertedCustomerId';
const textMax = 200;
