import { expect, test } from 'vitest';
import { inWords, labelOf } from './labels.ts';

test.each([
  ['expectedCloseDate', 'Expected close date'],
  ['ownerUserId', 'Owner'],
  ['customerId', 'Customer'],
  ['isActive', 'Active'],
  ['issue', 'Issue'],
  ['createdOnUtc', 'Created'],
  ['id', 'Id'],
])('the label of %s is %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

test.each([
  ['closedWon', 'Closed won'],
  ['readOnly', 'Read only'],
  ['apiClients', 'API clients'],
])('the word %s is read %s', (word, text) => {
  expect(inWords(word)).toBe(text);
});
