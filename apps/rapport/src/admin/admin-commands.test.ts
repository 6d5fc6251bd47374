import { expect, test } from 'vitest';
import { adminCommands } from './admin-commands.ts';

const commands = adminCommands(() => expect.fail('no word is run'));

test.each(commands.map(({ words, ...command }) => [words.join(' '), command] as const))(
  'each option of %s says what it is',
  (_, { summary, options }) => {
    expect(summary).toMatch(/^[A-Z].+\.$/);
    for (const [name, option] of Object.entries(options)) {
      expect(option.summary, name).toMatch(/^\w/);
    }
  },
);

test('the parameters of pages are options of no word that asks for every page', () => {
  const list = commands.find(({ words }) => words.join(' ') === 'admin tenant list');
  expect(Object.keys(list?.options ?? {})).toEqual([
    'search',
    'state',
    'plan',
    'cell',
    'operator-url',
    'credential-file',
  ]);
});
