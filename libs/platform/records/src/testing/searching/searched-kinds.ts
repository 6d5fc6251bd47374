import type { RecordDefinition } from '../../defining/definition.ts';
import { customerDefinition } from '../customers.ts';
import { namedCampaigns, namedContacts, namedLeads } from '../named-records.ts';
import { pick, vocabulary, type FieldKind } from './search-by-chance.ts';
import { searchedActivities, searchedAddresses, searchedGroups } from './searched-records.ts';

/** A kind of records that searches by chance are made of. */
export interface SearchedKind {
  readonly definition: RecordDefinition;
  readonly fields: Readonly<Record<string, FieldKind>>;
  readonly sorts: readonly string[];
  /** The body of the nth record. */
  readonly bodyOf: (dice: Dice, n: number, made: MadeIds) => Readonly<Record<string, unknown>>;
}

type Dice = () => number;

/** The records that are there already, by their tables. */
export type MadeIds = (table: string) => readonly string[];

const times = { createdOnUtc: 'time', lastModifiedOnUtc: 'time' } as const;
const standard = { ...times, id: 'enum', ownerUserId: 'enum' } as const;
const newest = ['createdOnUtc', 'lastModifiedOnUtc'];

/** A kind comes before those that refer to it. */
export const searchedKinds: readonly SearchedKind[] = [
  {
    definition: customerDefinition,
    fields: {
      ...{ ...standard, code: 'text', name: 'text', email: 'text', taxNumber: 'text' },
      ...{ customerType: 'enum', isActive: 'flag' },
    },
    sorts: ['name', 'code', ...newest],
    bodyOf: (dice, n) => ({
      code: `C${n % 7}-${n}`,
      name: words(dice),
      email: maybe(dice, `m${n}@${pick(dice, ['ege', 'Marmara'])}.test`),
      taxNumber: maybe(dice, String(n % 5)),
      customerType: pick(dice, ['customer', 'supplier', 'partner']),
      isActive: dice() < 0.6,
    }),
  },
  {
    definition: namedLeads,
    fields: {
      ...{ ...standard, lastName: 'text', companyName: 'text', email: 'text' },
      ...{ source: 'enum', status: 'enum', estimatedValue: 'number' },
    },
    sorts: ['companyName', 'lastName', 'estimatedValue', ...newest],
    bodyOf: (dice, n) => ({
      lastName: maybe(dice, words(dice)) ?? 'Only',
      companyName: maybe(dice, words(dice)),
      email: maybe(dice, `l${n}@a.test`),
      source: maybe(dice, pick(dice, ['web', 'event'])),
      estimatedValue: maybe(dice, n % 9),
      status: pick(dice, ['new', 'contacted']),
    }),
  },
  {
    definition: namedContacts,
    fields: { ...standard, customerId: 'enum', email: 'text', lastName: 'text', isPrimary: 'flag' },
    sorts: ['lastName', ...newest],
    bodyOf: (dice, n, made) => ({
      customerId: maybe(dice, pick(dice, made('customer'))),
      firstName: maybe(dice, pick(dice, vocabulary)),
      lastName: words(dice),
      email: maybe(dice, `c${n % 11}@${pick(dice, ['ege', 'Marmara'])}.test`),
      phone: maybe(dice, `+90 ${n % 13}`),
      isPrimary: dice() < 0.3,
    }),
  },
  {
    definition: namedCampaigns,
    fields: {
      ...{ ...standard, code: 'text', name: 'text' },
      ...{ status: 'enum', campaignType: 'enum', startDate: 'time' },
    },
    sorts: ['name', 'startDate', ...newest],
    bodyOf: (dice, n) => ({
      code: maybe(dice, `K${n % 7}-${n}`),
      name: words(dice),
      status: pick(dice, ['planned', 'active']),
      campaignType: pick(dice, ['email', 'event', 'other']),
      startDate: maybe(dice, `2026-0${1 + (n % 9)}-15`),
    }),
  },
  {
    definition: searchedActivities,
    fields: {
      ...{ ...standard, status: 'enum', activityType: 'enum', priority: 'enum' },
      ...{ customerId: 'enum', campaignId: 'enum', dueOnUtc: 'time', startOnUtc: 'time' },
    },
    sorts: ['dueOnUtc', 'startOnUtc', ...newest],
    bodyOf: (dice, n, made) => ({
      subject: words(dice),
      activityType: pick(dice, ['task', 'call']),
      status: pick(dice, ['plan', 'completed', 'cancelled']),
      priority: pick(dice, ['low', 'normal']),
      dueOnUtc: maybe(dice, `2026-03-${10 + (n % 19)}T10:00:00.5Z`),
      startOnUtc: maybe(dice, `2026-03-${10 + (n % 7)}T09:00:00Z`),
      customerId: maybe(dice, pick(dice, made('customer'))),
      campaignId: maybe(dice, pick(dice, made('campaign'))),
    }),
  },
  {
    definition: searchedGroups,
    fields: { ...times, id: 'enum', code: 'text', name: 'text', parentId: 'enum', isActive: 'flag' },
    sorts: ['name', ...newest],
    bodyOf: (dice, n, made) => ({
      code: maybe(dice, `G${n % 7}-${n}`),
      name: `${words(dice)} ${n}`,
      parentId: n === 0 ? null : maybe(dice, pick(dice, made('customer_group'))),
      isActive: dice() < 0.6,
    }),
  },
  {
    definition: searchedAddresses,
    fields: { ...times, id: 'enum', customerId: 'enum', countryCode: 'text', isDefault: 'flag', isActive: 'flag' },
    sorts: ['title', ...newest],
    bodyOf: (dice, n, made) => ({
      // The first addresses are of different customers, so each may be a default.
      customerId: made('customer')[n < 40 ? n : n % 20],
      title: pick(dice, vocabulary),
      recipientName: maybe(dice, words(dice)),
      addressLine1: 'A street',
      city: pick(dice, vocabulary),
      countryCode: pick(dice, ['TR', 'DE', 'GR']),
      isDefault: n < 40,
      isActive: dice() < 0.6,
    }),
  },
];

function words(dice: Dice): string {
  return `${pick(dice, vocabulary)} ${pick(dice, vocabulary)}`;
}

function maybe<T>(dice: Dice, value: T): T | null {
  return dice() < 0.7 ? value : null;
}
