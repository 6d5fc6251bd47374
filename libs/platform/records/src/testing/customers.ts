import { kinds } from '@rapport/kinds';
import { defineRecords } from '../defining/define-records.ts';
import type { RecordInput } from '../defining/definition.ts';
import type { Surface } from '../defining/surface.ts';

/** The records that the tests of this lib write and read most. */
export const customerDefinition = defineRecords(kinds.customers, {
  indexed: ['customerType', 'customerGroupId', 'isActive'],
});

export type CustomerColumns = typeof customerDefinition.columns;
export type CustomerInput = RecordInput<CustomerColumns>;

export const customerSurface: Surface<CustomerColumns> = {
  shows: [
    'id',
    'code',
    'name',
    'customerType',
    'email',
    'taxNumber',
    'currency',
    'customerGroupId',
    'ownerUserId',
    'isActive',
    'address',
    'description',
    'externalId',
    'customFields',
    'createdOnUtc',
    'lastModifiedOnUtc',
  ],
  writes: [
    'code',
    'name',
    'customerType',
    'email',
    'taxNumber',
    'currency',
    'customerGroupId',
    'isActive',
    'address',
    'description',
  ],
};

/** An address with this line and nothing else. */
export function addressOf(line1: string): CustomerInput['address'] {
  return { line1, line2: null, district: null, city: null, state: null, postalCode: null, countryCode: null };
}

/** A customer as its client is shown it, parsed. */
export interface Customer {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly email: string | null;
  readonly description: string | null;
  readonly ownerUserId: string | null;
  readonly externalId: string | null;
  readonly createdOnUtc: string;
  readonly lastModifiedOnUtc: string;
}
