import { contracts } from '@rapport/application-contract';
import type { Endpoint } from '@rapport/http-contract';

/** Every operation of the application API. */
export const operations: readonly Endpoint[] = Object.values(contracts['application-api']);

export type Named = readonly [name: string, operation: Endpoint];

export function named(chosen: readonly Endpoint[]): readonly Named[] {
  return chosen.map((operation) => [operation.operationId, operation]);
}

export const all = named(operations);

/** Whether the operation leaves nothing of what it aims at, so that it needs a record of its own. */
export function isFinal({ operationId }: Endpoint): boolean {
  return /^(delete|convert|execute|set)/.test(operationId);
}
