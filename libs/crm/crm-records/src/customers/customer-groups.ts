import { kinds } from '@rapport/kinds';
import { computed, defineRecords } from '@rapport/records';

export const customerGroups = defineRecords(kinds.customerGroups, {
  indexed: ['parentId'],
  computed: {
    customerCount: computed<number>(
      'integer',
      (sees) => `(select count(*) from tenant.customer where customer_group_id = record.id and ${sees('customer')})`,
    ),
  },
});
