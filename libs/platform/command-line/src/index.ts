export { command, type AnyValues, type Command, type Option, type Options, type Values } from './command.ts';
export { countOf } from './count.ts';
export { Failure, sentenceOf, WrongUse } from './failure.ts';
export { helpText, usageOf, type Program, type Section } from './help.ts';
export { obey } from './obey.ts';
export { parse } from './parse.ts';
export { program } from './program.ts';
export { aligned, tableText } from './table-text.ts';
export { Terminal, type Outcome } from './terminal.ts';
