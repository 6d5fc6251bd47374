import { failureFormOf, type Endpoint, type FailureForm } from '@rapport/http-contract';
import { pathTable, type PathTable } from './path-table.ts';

/** What the table needs to know of an endpoint. */
export type ServedEndpoint = Pick<Endpoint, 'envelope' | 'bodyType'> & { readonly path: string };

/** What each service answers, by the service's name. */
export type Served = Readonly<Record<string, Readonly<Record<string, ServedEndpoint>>>>;

/** From path to service. A path of nobody's is answered by the one that is named last. */
export function routesFrom(surfaces: readonly Served[], otherwise: string): PathTable<string> {
  return pathTable(
    endpointsOf(surfaces).map(({ service, endpoint }) => [endpoint.path, service]),
    otherwise,
  );
}

/** From path to the form in which failures are told there. */
export function failureFormsFrom(surfaces: readonly Served[]): PathTable<FailureForm> {
  return pathTable(
    endpointsOf(surfaces).map(({ endpoint }) => [endpoint.path, failureFormOf(endpoint)]),
    'problem',
  );
}

function endpointsOf(surfaces: readonly Served[]): { service: string; endpoint: ServedEndpoint }[] {
  return surfaces
    .flatMap((served) => Object.entries(served))
    .flatMap(([service, endpoints]) => Object.values(endpoints).map((endpoint) => ({ service, endpoint })));
}
