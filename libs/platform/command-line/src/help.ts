import type { Command, Option } from './command.ts';
import { startsWith } from './parse.ts';
import { program } from './program.ts';

/** A program of words, in the sections of its help. */
export interface Program {
  readonly introduction: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly commands: readonly Command[];
  /** First words with many others behind them, which stand in one line each. */
  readonly families?: Readonly<Record<string, string>>;
}

/** The help of one command, of a group of words, or of everything. */
export function helpText(path: readonly string[], { introduction, sections }: Program): string {
  const commands = sections.flatMap((section) => section.commands);
  const command = commands.find(({ words }) => words.join(' ') === path.join(' '));
  if (command !== undefined) {
    return commandHelp(command);
  }
  const shown =
    path.length === 0
      ? [introduction, ...sections.map(sectionText)]
      : [`${program} ${path.join(' ')} ...`, columns(pairs(commands.filter(({ words }) => startsWith(words, path))))];
  return [...shown, 'Every word knows --help, and --json for one JSON document on stdout.'].join('\n\n');
}

function sectionText({ title, commands, families = {} }: Section): string {
  const alone = commands.filter(({ words: [first = ''] }) => !Object.hasOwn(families, first));
  return `${title}\n\n${columns([...pairs(alone), ...Object.entries(families)])}`;
}

function pairs(commands: readonly Command[]): [string, string][] {
  return commands.map(({ words, summary }) => [words.join(' '), summary]);
}

function commandHelp(command: Command): string {
  const { words, summary, details, operands = [], optionalOperand, takesFiles, options } = command;
  const shown = Object.entries(options).map(([name, option]) => usageOf(name, option));
  const usage = [
    `Usage: ${program}`,
    ...words,
    ...operands,
    ...(optionalOperand === undefined ? [] : [`[${optionalOperand}]`]),
    ...(takesFiles ? ['[FILE...]'] : []),
    ...shown,
    '[--json]',
  ].join(' ');
  const lines = Object.entries(options).map(([name, option]) => [
    `${option.short === undefined ? '' : `-${option.short}, `}--${name}${option.value === undefined ? '' : ` ${option.value}`}`,
    `${option.summary}${option.initial === undefined ? '' : ` (default ${option.initial})`}`,
  ]);
  lines.push(['--json', 'print exactly one JSON document on stdout']);
  return [usage, summary, details, columns(lines)].filter((section) => section !== undefined).join('\n\n');
}

/** An option in a usage; in brackets where it may be left out. */
export function usageOf(name: string, { value, required }: Option): string {
  const text = `--${name}${value === undefined ? '' : ` ${value}`}`;
  return required === true ? text : `[${text}]`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}   ${second}`).join('\n');
}
