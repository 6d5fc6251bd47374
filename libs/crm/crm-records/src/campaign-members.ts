import { kinds } from '@rapport/kinds';
import { computed, defineRecords, type RecordDefinition } from '@rapport/records';
import { contacts } from './contacts.ts';
import { customers } from './customers/customers.ts';
import { leads } from './leads.ts';

const targets: readonly RecordDefinition[] = [contacts, leads, customers];
export const targetKinds: readonly string[] = targets.map(({ resource }) => resource.name);

export const campaignMembers = defineRecords(kinds.campaignMembers, {
  computed: {
    hasResponded: computed<boolean>('boolean', () => `(record.status = 'responded')`),
    memberName: computed<string | null>('text', (sees) => ofTarget(targets, 'name', sees)),
    email: emailOf(targets),
  },
  goesWith: ['contactId', 'leadId', 'customerId'],
  goesAfter: ['campaignId'],
  indexed: ['campaignId', 'contactId', 'leadId', 'customerId'],
  textsOf: textsOf(targets),
  // An item is about the campaign. A conversion that gives a member another target makes none.
  timeline: {
    customer: (row) =>
      `coalesce(${row}.customer_id, (select contact.customer_id from tenant.contact where contact.id = ${row}.contact_id))`,
    title: (row) => `(select campaign.name from tenant.campaign where campaign.id = ${row}.campaign_id)`,
    source: (row) => `${row}.campaign_id`,
    rules: [
      { on: ['created'], itemType: 'campaignMemberAdded' },
      {
        on: [{ changed: 'status', to: 'responded' }],
        itemType: 'campaignResponse',
        summary: { step: 'status' },
        showsChanges: true,
      },
    ],
  },
});

/** The members for a caller that may read targets of some kinds. Of the others it is shown the name alone. */
export function membersFor(reads: (kind: string) => boolean): RecordDefinition {
  const readable = targets.filter(({ resource }) => reads(resource.name));
  return {
    ...campaignMembers,
    columns: { ...campaignMembers.columns, email: emailOf(readable) },
    search: { texts: [], indexed: campaignMembers.search?.indexed ?? [], textsOf: textsOf(readable) },
  };
}

function emailOf(readable: readonly RecordDefinition[]) {
  return computed<string | null>('text', (sees) => ofTarget(readable, 'email', sees));
}

type SeenText = NonNullable<NonNullable<RecordDefinition['search']>['textsOf']>;

/** Words are looked for in all texts of readable targets, and in the names of the others. */
function textsOf(readable: readonly RecordDefinition[]): SeenText {
  return (sees, holds) =>
    `(${targets.map((target) => (readable.includes(target) ? hasText : hasName)(target, sees, holds)).join(' or ')})`;
}

/** Whether the target of a member is one of these, whose text holds something, and which the caller sees. */
function hasText({ resource: { table, number } }: RecordDefinition, sees: (alias: string) => string, holds: string) {
  return `exists (select from tenant.${table} target, tenant.search_text text
    where target.id = record.${table}_id and text.resource = ${number} and text.record_id = target.id
      and ${holds} and ${sees('target')})`;
}

/** Whether the name of such a target holds something. */
function hasName({ resource: { table } }: RecordDefinition, sees: (alias: string) => string, holds: string) {
  return `exists (select from tenant.${table} target, lateral (select cell.search_text(target.name) as folded) text
    where target.id = record.${table}_id and ${holds} and ${sees('target')})`;
}

/** A column of the target, where that is of one of these kinds and the caller sees it. */
function ofTarget(kinds: readonly RecordDefinition[], column: string, sees: (alias: string) => string): string {
  const lookups = kinds.map(
    ({ resource: { table } }) =>
      `(select ${column} from tenant.${table} target where target.id = record.${table}_id and ${sees('target')})`,
  );
  return `coalesce(${[...lookups, 'null::text'].join(', ')})`;
}
