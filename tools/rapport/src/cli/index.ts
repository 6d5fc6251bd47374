export { command, type AnyValues, type Command, type Options, type Values } from './command.ts';
export { countOf } from './count.ts';
export { Failure, sentenceOf, WrongUse } from './failure.ts';
export type { Outcome, Terminal } from './terminal.ts';
