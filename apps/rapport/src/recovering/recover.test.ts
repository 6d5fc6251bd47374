import { WrongUse } from '@rapport/command-line';
import { expect, test } from 'vitest';
import { recover } from './recover.ts';

const none = { cell: undefined, control: false, 'last-invoice': '0' };

test.each([
  ['nothing', {}, 'Name either --cell NAME or --control.'],
  ['both', { cell: 'cell-1', control: true }, 'Name either --cell NAME or --control.'],
  ['an invoice of a cell', { cell: 'cell-1', 'last-invoice': '7' }, '--last-invoice belongs to --control.'],
  ['no number', { control: true, 'last-invoice': 'seven' }, '--last-invoice is a whole number from 0 on.'],
])('a recovery with %s is refused before it reaches a database', async (_, given, sentence) => {
  const here = () => expect.fail('It asks for the databases.');
  const recovery = recover(here, { ...none, ...given }, { say: () => undefined });
  await expect(recovery).rejects.toThrow(WrongUse);
  await expect(recovery).rejects.toThrow(sentence);
});
