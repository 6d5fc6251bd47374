import { defineRecords, figure, flag, joinedReference, optionalCode, requiredText, text } from '@rapport/records';

const resource = { name: 'customer_groups', number: 7, table: 'customer_group' };
const seenBy = 'everybody';

/** The groups into which a tenant sorts its customers: a tree, which every caller sees. */
export const customerGroups = defineRecords({
  resource,
  columns: {
    code: optionalCode(),
    name: requiredText(),
    parentId: joinedReference({ resource, seenBy }, 'parentName'),
    description: text(),
    isActive: flag(true),
    customerCount: figure<number>(
      'integer',
      (sees) => `(select count(*) from tenant.customer c where c.customer_group_id = record.id and ${sees('c')})`,
    ),
  },
  seenBy,
  search: { texts: ['name', 'code'], indexed: ['parentId'] },
});
