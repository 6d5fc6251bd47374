import { flag, optionalCode, readOnly, text } from '@rapport/members';
import { z } from 'zod';
import { kind } from './kind/kind.ts';
import { itself, reference, seenNameOf } from './kind/relations.ts';

export const customerGroups = kind({
  resource: { name: 'customer_groups', number: 7, table: 'customer_group' },
  called: { one: 'a customer group', many: 'customer groups' },
  about: 'The tree of groups into which customers are sorted.',
  seenBy: 'everybody',
  members: {
    code: optionalCode().describe('Unique among the groups of the tenant, ignoring case. Left out or null it stays.'),
    name: text(200).required().describe('Unique among the groups beside it, ignoring case.'),
    parentId: reference(itself).describe('The group below which this one stands.'),
    parentName: seenNameOf('parentId', 'the parent'),
    description: text(4_000),
    isActive: flag(true),
    customerCount: readOnly(z.int().describe('The customers of the group itself that the caller sees.')),
  },
  search: {
    words: ['name', 'code'],
    filters: ['code', 'name', 'parentId', 'isActive'],
    sorts: ['name'],
  },
});
