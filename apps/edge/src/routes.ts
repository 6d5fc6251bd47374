import { contracts as applicationContracts } from '@rapport/application-contract';
import { failureFormOf, type Endpoint, type FailureForm } from '@rapport/http-contract';
import { contracts as publicContracts } from '@rapport/public-contract';
import type { Lane } from './limits.ts';
import { ownPrefixes } from './own-prefixes.ts';

/** What the routes need to know of an endpoint. */
export type ServedEndpoint = Pick<Endpoint, 'envelope' | 'bodyType'> & { readonly path: string };

/** What each service answers, by the service's name. */
export type Served = Readonly<Record<string, Readonly<Record<string, ServedEndpoint>>>>;

/** A service, and the form in which failures are told on some paths of it. */
export interface Destination {
  readonly service: string;
  readonly form: FailureForm;
}

export interface Routes {
  /** The path prefixes of whole segments that lead to each destination. No prefix lies below another. */
  readonly prefixes: ReadonlyMap<Destination, readonly string[]>;
  /** Answers every path that no service promises. */
  readonly otherwise: Destination;
}

/** What the services at the base address promise. */
export const surfaces: readonly Served[] = [publicContracts, applicationContracts];

/** From paths to services. A path that no service promises is answered by the public API, with a problem. */
export function routesFrom(served: readonly Served[]): Routes {
  const otherwise: Destination = { service: 'public-api', form: 'problem' };
  const destinations = new Map([[nameOf(otherwise), otherwise]]);
  const paths = endpointsOf(served).map(({ service, endpoint }) => {
    const destination: Destination = { service, form: failureFormOf(endpoint) };
    const known = destinations.get(nameOf(destination)) ?? destination;
    destinations.set(nameOf(known), known);
    return [endpoint.path, known] as const;
  });
  const prefixes = new Map<Destination, string[]>([[otherwise, []]]);
  for (const [prefix, destination] of ownPrefixes(paths)) {
    prefixes.set(destination, [...(prefixes.get(destination) ?? []), prefix]);
  }
  return { prefixes, otherwise };
}

/** How a lane to a destination is called in the configuration, in metrics and in the log. */
export function nameOf({ service, form }: Destination, lane: Lane = 'usual'): string {
  return lane === 'usual' ? `${service}.${form}` : `${service}.${form}.${lane}`;
}

function endpointsOf(served: readonly Served[]): { service: string; endpoint: ServedEndpoint }[] {
  return served
    .flatMap((surface) => Object.entries(surface))
    .flatMap(([service, endpoints]) => Object.values(endpoints).map((endpoint) => ({ service, endpoint })));
}
