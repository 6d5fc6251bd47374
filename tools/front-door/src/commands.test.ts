import { helpText, parse, WrongUse } from '@rapport/command-line';
import { describe, expect, test } from 'vitest';
import { frontDoor } from './commands.ts';

const door = await frontDoor();
const commands = door.sections.flatMap((section) => section.commands);

function run(...words: string[]): Record<string, unknown> {
  const parsed = parse(words, commands);
  if (parsed.kind !== 'run') {
    throw new Error('this asks for help');
  }
  return { words: parsed.command.words.join(' '), ...parsed.values };
}

test('words name a command, options follow in both forms, and defaults are filled in', () => {
  expect(run('up', '--data=/x y', '--detach')).toMatchObject({ words: 'up', port: '8080', data: '/x y', detach: true });
  expect(run('status')).toMatchObject({ words: 'status', secrets: false });
  expect(run('admin', 'team', 'create', '--tenant', 'T', '--name', 'North', '--json')).toMatchObject({
    words: 'admin team create',
    tenant: 'T',
    name: 'North',
    json: true,
  });
});

test('a word with every option of a custom field is parsed', () => {
  const words = ['--tenant', 'T', '--module', 'customers', '--key', 'region', '--label', 'Region', '--type', 'select'];
  const more = ['--required', '--options', 'North,South West'];
  const values = run('admin', 'custom-field', 'create', ...words, ...more);
  expect(values).toMatchObject({ module: 'customers', key: 'region', required: true, options: 'North,South West' });
});

test('files stand before and behind the options of a word that takes files', () => {
  expect(parse(['test', 'libs/a', '--tier', 'unit', 'libs/b', '--watch', 'libs/c'], commands)).toMatchObject({
    values: { tier: 'unit', watch: true },
    files: ['libs/a', 'libs/b', 'libs/c'],
  });
  expect(parse(['test'], commands)).toMatchObject({ files: [] });
});

test.each([
  [['nonsense'], 'has no word "nonsense"; it has up, down'],
  [['admin', 'nonsense'], 'has no word "nonsense"; it has tenant, invoice, plan, usage, audit, user, team'],
  [['admin', 'tenant'], 'needs one more word: create, list, show, retry, delete, deletion, suspend'],
  [['status', 'now'], 'has no word "now"; it takes options alone'],
  [['status', '--nonsense'], 'has no option --nonsense'],
  [['status', '--json', 'now'], 'takes no now here'],
  [['status', '-x'], 'has no option -x'],
  [['status', '--secrets=yes'], '--secrets takes no value'],
  [['status', '--constructor'], 'has no option --constructor'],
  [['admin', 'tenant', 'create', '--name', 'X'], 'needs --owner-email EMAIL'],
  [['admin', 'team', 'create', '--tenant'], '--tenant needs a value'],
  [['admin', 'team', 'create', '--tenant', '--name', 'X'], '--tenant needs a value; --name looks like an option'],
  [['admin', 'team', 'create', '--tenant', '', '--name', 'X'], '--tenant needs a value'],
  [['up', '--port', '1', '--port', '2'], '--port is given twice'],
  [['--json'], 'needs one more word'],
  [['help', 'nonsense'], 'has no word "nonsense"'],
])('%j is a wrong use that says why', (words, sentence) => {
  expect(() => parse(words, commands)).toThrow(WrongUse);
  expect(() => parse(words, commands)).toThrow(sentence);
});

describe('help', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']], [['help', '--json']]])(
    '%j is the help of everything',
    (words) => {
      expect(parse(words, commands)).toEqual({ kind: 'help', words: [] });
    },
  );

  test('asking a command for help is no wrong use, even when required options are missing', () => {
    expect(parse(['admin', 'user', 'create', '--role', '--help'], commands)).toMatchObject({ kind: 'help' });
    expect(parse(['help', 'admin', 'user'], commands)).toEqual({ kind: 'help', words: ['admin', 'user'] });
  });

  test('every command and every group has a help, which names each option', () => {
    for (const command of commands) {
      const text = helpText(command.words, door);
      expect(text).toContain(command.summary);
      for (const [name, { summary }] of Object.entries(command.options)) {
        expect(text).toContain(`--${name}`);
        expect(text).toContain(summary);
      }
      expect(helpText(command.words.slice(0, 1), door).length).toBeGreaterThan(50);
    }
  });

  test('help of everything has the words of operators first, and each of the many that measure behind one line', () => {
    const text = helpText([], door);
    const places = ['\n  up ', '\n  admin tenant list ', '\n  test ', '\n  bench '].map((word) => text.indexOf(word));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(text).not.toContain('bench read');
  });
});
