import { parseArgs } from 'node:util';
import { nearest } from '@rapport/kernel';
import type { AnyValues, Command } from './command.ts';
import { WrongUse } from './failure.ts';
import { program } from './program.ts';

export type Parsed =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly values: AnyValues;
      readonly json: boolean;
      readonly files: readonly string[];
    }
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' };

/** Finds the command that the words name, and its options; anything that is not in the table is a wrong use. */
export function parse(words: readonly string[], commands: readonly Command[]): Parsed {
  if (words[0] === '--version') {
    return { kind: 'version' };
  }
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const named = firstOption === -1 ? words : words.slice(0, firstOption);
  const rest = firstOption === -1 ? [] : words.slice(firstOption);
  const path = named[0] === 'help' ? named.slice(1) : named;
  const command =
    commands.find((candidate) => candidate.words.join(' ') === path.join(' ')) ?? withOperands(path, commands);
  const group = command ? [command] : commands.filter((candidate) => startsWith(candidate.words, path));
  if (group.length === 0) {
    throw new WrongUse(unknownWord(path, commands));
  }
  const asksForHelp = named[0] === 'help' || rest.includes('--help') || rest.includes('-h');
  if (asksForHelp || (path.length === 0 && rest.length === 0)) {
    return { kind: 'help', words: command?.words ?? path };
  }
  if (command === undefined) {
    throw new WrongUse(missingWord(path, group));
  }
  const { values, json, files } = readOptions(command, rest);
  const { operands, filesBefore } = readOperands(command, path);
  return { kind: 'run', command, values: { ...values, ...operands }, json, files: [...filesBefore, ...files] };
}

/** A command whose words begin the path, where what follows them are its operands or files. */
function withOperands(path: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands.find(
    ({ words, operands = [], optionalOperand, takesFiles }) =>
      (operands.length > 0 || optionalOperand !== undefined || takesFiles) && startsWith(path, words),
  );
}

interface Operands {
  readonly operands: AnyValues;
  readonly filesBefore: readonly string[];
}

function readOperands(
  { words, operands = [], optionalOperand, takesFiles }: Command,
  path: readonly string[],
): Operands {
  const given = path.slice(words.length);
  if (takesFiles) {
    return { operands: {}, filesBefore: given };
  }
  const names = optionalOperand === undefined ? operands : [...operands, optionalOperand];
  if (given.length < operands.length || given.length > names.length) {
    throw new WrongUse(`${program} ${words.join(' ')} takes ${names.join(' and ')}.`);
  }
  return { operands: Object.fromEntries(names.map((operand, index) => [operand, given[index]])), filesBefore: [] };
}

interface ReadOptions {
  readonly values: AnyValues;
  readonly json: boolean;
  readonly files: readonly string[];
}

function readOptions(command: Command, words: readonly string[]): ReadOptions {
  const name = command.words.join(' ');
  const specs = { json: { type: 'boolean' as const }, ...mapOptions(command) };
  const { tokens } = parseArgs({ args: [...words], options: specs, strict: false, tokens: true });
  const values: Record<string, string | boolean | undefined> = {};
  const files: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') {
      continue;
    }
    if (token.kind === 'positional' && command.takesFiles) {
      files.push(token.value);
      continue;
    }
    if (token.kind === 'positional') {
      throw new WrongUse(`${program} ${name} takes no ${token.value} here.`);
    }
    const short = command.options[token.name]?.short;
    const isNamed = token.rawName === `--${token.name}` || token.rawName === `-${short}`;
    if (!isNamed || !Object.hasOwn(specs, token.name)) {
      throw new WrongUse(unknownOption(name, token.rawName, Object.keys(specs)));
    }
    if (Object.hasOwn(values, token.name)) {
      throw new WrongUse(`${token.rawName} is given twice.`);
    }
    values[token.name] = valueOf(command, token.name, token.value);
  }
  for (const [option, { required, initial, value }] of Object.entries(command.options)) {
    values[option] ??= value === undefined ? false : initial;
    if (required === true && values[option] === undefined) {
      throw new WrongUse(`${program} ${name} needs --${option} ${value ?? ''}.`.replace(' .', '.'));
    }
  }
  return { values, json: values['json'] === true, files };
}

function valueOf(command: Command, name: string, value: string | undefined): string | boolean {
  const placeholder = command.options[name]?.value;
  if (placeholder === undefined) {
    if (value !== undefined) {
      throw new WrongUse(`--${name} takes no value.`);
    }
    return true;
  }
  if (value === undefined || value === '') {
    throw new WrongUse(`--${name} needs a value: --${name} ${placeholder}.`);
  }
  if (value.startsWith('--')) {
    throw new WrongUse(`--${name} needs a value; ${value} looks like an option.`);
  }
  return value;
}

function mapOptions(command: Command): Record<string, { type: 'string' | 'boolean'; short?: string }> {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short ? { short } : {}) },
    ]),
  );
}

function unknownOption(name: string, option: string, known: readonly string[]): string {
  const meant = nearest(option.replace(/^-+/, ''), known);
  return meant === undefined
    ? `${program} ${name} has no option ${option}; see ${program} ${name} --help.`
    : `${program} ${name} has no option ${option}; did you mean --${meant}?`;
}

function unknownWord(path: readonly string[], commands: readonly Command[]): string {
  const known = path.findIndex(
    (_, index) => !commands.some(({ words }) => startsWith(words, path.slice(0, index + 1))),
  );
  const before = path.slice(0, known);
  const choices = nextWords(before, commands);
  const meant = nearest(path[known] ?? '', choices);
  const choice =
    meant !== undefined
      ? `did you mean ${[program, ...before, meant].join(' ')}?`
      : choices.length === 0
        ? 'it takes options alone.'
        : `it has ${choices.join(', ')}.`;
  return `${program} ${[...before, ''].join(' ')}has no word "${path[known]}"; ${choice}`;
}

function missingWord(path: readonly string[], commands: readonly Command[]): string {
  return `${program} ${[...path, ''].join(' ')}needs one more word: ${nextWords(path, commands).join(', ')}.`;
}

/** The words that may come next. */
export function nextWords(path: readonly string[], commands: readonly Command[]): string[] {
  const following = commands.filter(({ words }) => startsWith(words, path)).map(({ words }) => words[path.length]);
  return [...new Set(following.filter((word) => word !== undefined))];
}

export function startsWith(words: readonly string[], path: readonly string[]): boolean {
  return path.every((word, index) => words[index] === word);
}
