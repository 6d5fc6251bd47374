import { expect, test } from 'vitest';
import { permissions } from '../../generated/rights.ts';
import { groupedRights, rightsInWords } from './right-groups.ts';

test('each permission stands in one group, beside the others about the same', () => {
  const groups = groupedRights(permissions);
  expect(groups.flatMap(({ choices }) => choices.map(({ value }) => value)).toSorted()).toEqual(permissions.toSorted());
  expect(groups.find(({ name }) => name === 'Leads')?.choices.map(({ text }) => text)).toEqual([
    'Read',
    'Write',
    'Delete',
    'Convert',
  ]);
});

test('rights are read in one line, by what they are about', () => {
  expect(rightsInWords(['leads.read', 'users.manage', 'lead.convert', 'apiClients.manage'])).toBe(
    'Leads: read, convert; Management: users, api clients',
  );
});
