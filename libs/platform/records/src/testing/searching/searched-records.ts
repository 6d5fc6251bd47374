import { kinds } from '@rapport/kinds';
import { defineRecords } from '../../defining/define-records.ts';

/** Kinds beside those that show each other's names, so that there are members of every sort that searches know. */
export const searchedActivities = defineRecords(kinds.activities, {
  indexed: ['status', 'activityType', 'customerId', 'campaignId', 'dueOnUtc', 'startOnUtc'],
});

export const searchedGroups = defineRecords(kinds.customerGroups, { indexed: ['parentId'] });

export const searchedAddresses = defineRecords(kinds.shippingAddresses, {
  goesWith: ['customerId'],
  indexed: ['customerId'],
});
