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
  const sections =
    path.length === 0 ? [introduction, ...sectionsOf(group)] : [`${program} ${path.join(' ')} ...`, list(group)];
  return [...sections, 'Every word knows --help, and --json for one JSON document on stdout.'].join('\n\n');
}

/** Everything, by who needs it: an operator's words first. */
function sectionsOf(commands: readonly Command[]): string[] {
  const {
    operators = [],
    administrators = [],
    developers = [],
  } = Object.groupBy(commands, ({ words: [first = ''] }) =>
    first === 'admin' ? 'administrators' : developersWords.includes(first) ? 'developers' : 'operators',
  );
  const alone = developers.filter(({ words: [first = ''] }) => !Object.hasOwn(families, first));
  return [
    `To run a platform\n\n${list(operators)}`,
    ...(administrators.length === 0 ? [] : [`To look after its tenants\n\n${list(administrators)}`]),
    ...(developers.length === 0
      ? []
      : [`To develop Rapport\n\n${columns([...pairs(alone), ...Object.entries(families)])}`]),
  ];
}

const developersWords = ['test', 'check', 'generate', 'images', 'cluster', 'load', 'bench'];

/** Words with many others behind them, which stand in one line each. */
const families: Readonly<Record<string, string>> = {
  load: `Load a platform with k6, and judge what comes; ${program} load lists the workloads.`,
  bench: `Measure what something costs; ${program} help bench lists what.`,
};

function list(commands: readonly Command[]): string {
  return columns(pairs(commands));
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
