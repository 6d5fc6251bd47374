import { kinds } from '@rapport/kinds';
import { defineRecords, figure } from '@rapport/records';

export const customerGroups = defineRecords(kinds.customerGroups, {
  indexed: ['parentId'],
  figures: {
    customerCount: figure<number>(
      'integer',
      (sees) => `(select count(*) from tenant.customer where customer_group_id = record.id and ${sees('customer')})`,
    ),
  },
});
