import type { Command, Option } from './command.ts';
import { startsWith } from './parse.ts';
import { introduction, program } from './program.ts';

/** The help of one command, of a group of words, or of everything. */
export function helpText(path: readonly string[], commands: readonly Command[]): string {
  const command = commands.find(({ words }) => words.join(' ') === path.join(' '));
  if (command !== undefined) {
    return commandHelp(command);
  }
  const group = commands.filter(({ words }) => startsWith(words, path));
  const list = columns(group.map(({ words, summary }) => [words.join(' '), summary]));
  const heading = path.length === 0 ? `${introduction}\n\nAll words` : `${program} ${path.join(' ')} ...`;
  return `${heading}\n\n${list}\n\nEvery word knows --help, and --json for one JSON document on stdout.`;
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
  return [usage, summary, details, columns(lines)].filter((part) => part !== undefined).join('\n\n');
}

function usageOf(name: string, { value, required }: Option): string {
  const text = `--${name}${value === undefined ? '' : ` ${value}`}`;
  return required === true ? text : `[${text}]`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}   ${second}`).join('\n');
}
