import type { Command, Option, Options } from '@rapport/command-line';
import { takesReason, type Endpoint } from '@rapport/http-contract';
import { namedMembers } from '../operators/by-name.ts';
import { operatorContract, type OperatorAccess } from '../operators/operator-client.ts';
import { adminWords, final, pagedBy, type OperationName } from './admin-words.ts';
import { membersOf, type Member } from './members-of.ts';

/** An operation of the operators' API, as a word of `admin` asks for it. */
export interface Operation {
  readonly name: OperationName;
  readonly endpoint: Endpoint;
  readonly members: readonly Member[];
}

/**
 * The commands of operators. Their options and their help are those of the contract. A caller that names no platform
 * means the one that `here` gives access to.
 */
export function adminCommands(here: () => Promise<OperatorAccess>): readonly Command[] {
  // The table has the names of operations alone.
  const names = Object.keys(adminWords) as OperationName[];
  const byWords = Map.groupBy(names, (name) => adminWords[name]);
  return [...byWords].map(([words, each]) => adminCommand(words, each.map(operationOf), here));
}

function operationOf(name: OperationName): Operation {
  const endpoint: Endpoint = operatorContract[name];
  const members = membersOf(endpoint);
  const isOfPages = ({ path: [, member = ''] }: Member): boolean => ['after', 'pageSize'].includes(member);
  return { name, endpoint, members: name in pagedBy ? members.filter((member) => !isOfPages(member)) : members };
}

function adminCommand(words: string, operations: readonly Operation[], here: () => Promise<OperatorAccess>): Command {
  const isFinal = operations.some(({ name }) => final.includes(name));
  const changes = operations.some(({ endpoint }) => takesReason(endpoint));
  const [summary = '', ...details] = operations.flatMap(sentencesOf);
  return {
    words: ['admin', ...words.split(' ')],
    summary,
    ...(details.length > 0 && { details: details.join('\n') }),
    options: { ...optionsOf(operations), ...(changes && whyChanged), ...(isFinal && unasked), ...otherPlatform },
    run: async (values) => (await import('./run-admin.ts')).runAdmin(operations, values, here),
  };
}

/** An option is needed where no operation of the words can do without it. */
function optionsOf(operations: readonly Operation[]): Options {
  const isNeeded = (optionName: string): boolean =>
    operations.every(({ members }) => members.some((each) => each.optionName === optionName && each.option.required));
  const entries = operations.flatMap(({ members }) =>
    members.map(({ optionName, option: { required: _, ...option }, path }): [string, Option] => [
      optionName,
      { ...option, ...namedMembers[path.at(-1) ?? '']?.option, ...(isNeeded(optionName) && { required: true }) },
    ]),
  );
  return Object.fromEntries(entries);
}

/** The parts of the contract's sentence, each as a sentence. */
function sentencesOf({ endpoint: { summary = '' } }: Operation): string[] {
  return summary.split('; ').map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}.`);
}

const whyChanged = { reason: { value: 'TEXT', summary: 'why, for the audit' } };

const unasked = { yes: { summary: 'do it without a question; otherwise a terminal asks for the name of the tenant' } };

const otherPlatform = {
  'operator-url': { value: 'URL', summary: "the operators' API of another platform than this folder's" },
  'credential-file': { value: 'FILE', summary: "a file with an operator's credential for it" },
};
