import { exampleOwnerId } from '@rapport/kinds';

/** The ids of what examples name beside records. */
export const exampleIds = {
  owner: exampleOwnerId,
  change: '01990000-0000-7000-8000-0000000000d4',
} as const;

/** The custom fields that the examples’ tenant has on each of its resources. */
export const exampleCustomFields = [
  {
    key: 'region',
    label: 'Region',
    fieldType: 'select' as const,
    description: 'The sales region.',
    isRequired: false,
    options: ['north', 'south'],
    displayOrder: 1,
  },
  {
    key: 'seats',
    label: 'Seats',
    fieldType: 'number' as const,
    description: null,
    isRequired: false,
    options: [],
    displayOrder: 2,
  },
];

const made = '2026-01-31T09:30:00.123456Z';

/** A record with the members that every resource has. */
export function exampleRecord<const Own extends object>(resource: string, id: string, own: Own) {
  return {
    id,
    ...own,
    ownerUserId: exampleIds.owner,
    externalId: `erp-${resource}-1001`,
    customFields: [
      { key: 'region', value: 'north' },
      { key: 'seats', value: 25 },
    ],
    createdOnUtc: made,
    lastModifiedOnUtc: made,
  };
}

/** The watermark of a read whose newest change is the create of the example. */
export const exampleWatermark = '2026-01-31T09:30:00.124000Z';
