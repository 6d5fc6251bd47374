import { customers, opportunities, recordKinds } from '@rapport/crm-records';
import type { Statement } from '@rapport/database';
import * as contract from '@rapport/public-contract';
import { recordRules } from '@rapport/records';
import { stepStatement, storeStatements, type WriteStatement } from '@rapport/records/statements';
import { formattedSql } from './formatted-sql.ts';

/** For `generate`: what the templates of libs/platform/records make for one kind and surface, so that a reader sees it whole. */
export const statementsGenerator = {
  name: 'rendered statements',
  run: async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      renderedStatements().map(({ statement, purpose, names }) => [
        `libs/platform/records/catalogue/${statement.name}.sql`,
        `${headOf(purpose, names)}\n\n${formattedSql(statement.text)};\n`,
      ]),
    ),
};

export interface RenderedStatement {
  readonly statement: Statement;
  readonly purpose: string;
  /** The names of its parameters, in order. */
  readonly names: readonly string[];
}

export function renderedStatements(): RenderedStatement[] {
  const { creates, update, remove, get, list } = storeStatements(customers, contract.resources.customers, recordKinds);
  const { states } = opportunities;
  const page = ['client', 'updatedFrom', 'page size + 1', 'user'];
  return [
    written('creates a customer with an Idempotency-Key', creates.kept),
    written('creates a customer without a key', creates.unkept),
    written('creates a customer with neither a key nor an external id', creates.plain),
    written('updates a customer', update),
    written('deletes a customer', remove),
    ...(states ? [written('brings an opportunity to a stage', stepStatement(opportunities, states, recordRules))] : []),
    { statement: get, purpose: 'reads a customer for a caller that sees all', names: ['id', 'client'] },
    { statement: list.first, purpose: 'reads the first page of customers for a caller that sees all', names: page },
    {
      statement: list.next,
      purpose: 'reads a later page of customers for a caller that sees all',
      names: ['client', 'time of the last row', 'id of the last row', 'watermark', 'page size + 1'],
    },
  ];
}

function written(purpose: string, { statement, parameters }: WriteStatement): RenderedStatement {
  const { lockParameter } = statement;
  return {
    statement,
    purpose,
    names: [...parameters.names, ...(lockParameter === null ? [] : ['ms to wait for the lock'])],
  };
}

function headOf(purpose: string, names: readonly string[]): string {
  const parameters = names.map((name, index) => `$${index + 1} ${name}`);
  const lines = parameters.reduce<string[]>((all, parameter) => {
    const last = all.at(-1);
    return last === undefined || last.length + parameter.length > 100
      ? [...all, parameter]
      : [...all.slice(0, -1), `${last}, ${parameter}`];
  }, []);
  return [`${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}. Made by ./rapport generate.`, ...lines]
    .map((line) => `-- ${line}`)
    .join('\n');
}
