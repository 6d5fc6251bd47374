import type { Contract } from './endpoint.ts';

type Groups = Readonly<Record<string, { readonly endpoints: Contract }>>;
type OperationOf<G extends Groups> = {
  [Name in keyof G]: G[Name]['endpoints'][keyof G[Name]['endpoints']];
}[keyof G];

/** The operations of some groups by their operationIds, which their types say. */
type ContractOf<G extends Groups> = { readonly [E in OperationOf<G> as E['operationId']]: E };

export function contractOf<G extends Groups>(groups: G): ContractOf<G> {
  const endpoints = Object.values(groups).flatMap((group) => Object.values(group.endpoints));
  // Each endpoint is under its own operationId.
  return Object.fromEntries(endpoints.map((endpoint) => [endpoint.operationId, endpoint])) as ContractOf<G>;
}
