import { expect, test } from 'vitest';
import { placeholderProblem } from './placeholders.ts';

test.each([
  '{{firstName}}{{lastName}}, {{companyName}} {{unsubscribeUrl}}',
  '{firstName} { {x} } {{ }',
  '@media print{p{color:red}}',
  '{{{firstName}}}',
  '{{',
])('%s is fine', (text) => {
  expect(placeholderProblem(text)).toBeUndefined();
});

test.each([
  'nickname',
  'FirstName',
  'unsubscribeurl',
  ' firstName ',
  '7*7',
  'firstName.length',
  '',
  'a\nb',
  '<b>firstName</b>',
])('%j between two braces is no placeholder, and the sentence lists those that there are', (name) => {
  const problem = placeholderProblem(`{{firstName}} {{${name}}}`);
  expect(problem).toMatch(
    /is no placeholder. There are \{\{firstName\}\}, \{\{lastName\}\}, \{\{companyName\}\}, \{\{unsubscribeUrl\}\}\.$/,
  );
});
