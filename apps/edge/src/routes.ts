import { contracts as applicationContracts, groupAddresses } from '@rapport/application-contract';
import { changesByGet, ownPrefixes, type Endpoint } from '@rapport/http-contract';
import { failureFormOf, type FailingEndpoint, type FailureForm } from '@rapport/http-contract/failures';
import { contracts as publicContracts } from '@rapport/public-contract';
import { companyContracts } from '@rapport/subscription-contract';
import type { Lane } from './limits.ts';

/** An endpoint, or an address of a group that has no operation yet. */
type ServedEndpoint = FailingEndpoint & (Pick<Endpoint, 'method' | 'access'> | { readonly method?: undefined });

/** The endpoints of each service, by the service's name. */
export type Served = Readonly<Record<string, Readonly<Record<string, ServedEndpoint>>>>;

/** A service, and the form of failures on some of its paths. */
export interface Destination {
  readonly service: string;
  readonly form: FailureForm;
}

export interface Routes {
  /** The path prefixes of whole segments that lead to each destination. No prefix lies below another. */
  readonly prefixes: ReadonlyMap<Destination, readonly string[]>;
  /** The destination of every path that no service promises. */
  readonly otherwise: Destination;
  /** The beginnings of the paths at which a GET changes something. */
  readonly changingGets: readonly string[];
}

/** The contracts of the services at the base address, and the groups of the application API that have no operation yet. */
export const surfaces: readonly Served[] = [publicContracts, applicationContracts, companyContracts, groupAddresses];

/** The routes from paths to services. The public API answers a path that no service promises, with a problem. */
export function routesFrom(served: readonly Served[]): Routes {
  const otherwise: Destination = { service: 'public-api', form: 'problem' };
  const destinations = new Map([[nameOf(otherwise), otherwise]]);
  const endpoints = endpointsOf(served);
  const paths = endpoints.map(({ service, endpoint }) => {
    const destination: Destination = { service, form: failureFormOf(endpoint) };
    const known = destinations.get(nameOf(destination)) ?? destination;
    destinations.set(nameOf(known), known);
    return [endpoint.path, known] as const;
  });
  const prefixes = new Map<Destination, string[]>([[otherwise, []]]);
  for (const [prefix, destination] of ownPrefixes(paths)) {
    prefixes.set(destination, [...(prefixes.get(destination) ?? []), prefix]);
  }
  return { prefixes, otherwise, changingGets: changingGetsOf(endpoints.map(({ endpoint }) => endpoint)) };
}

/** The name of a lane to a destination in the configuration, in metrics and in the log. */
export function nameOf({ service, form }: Destination, lane: Lane = 'usual'): string {
  return lane === 'usual' ? `${service}.${form}` : `${service}.${form}.${lane}`;
}

function endpointsOf(served: readonly Served[]): { service: string; endpoint: ServedEndpoint }[] {
  return served
    .flatMap((surface) => Object.entries(surface))
    .flatMap(([service, endpoints]) => Object.values(endpoints).map((endpoint) => ({ service, endpoint })));
}

function changingGetsOf(endpoints: readonly ServedEndpoint[]): string[] {
  return endpoints
    .filter((endpoint) => endpoint.method !== undefined && changesByGet(endpoint))
    .map(({ path }) => path.replace(/\{.*/, ''));
}
