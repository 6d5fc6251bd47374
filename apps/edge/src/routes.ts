/** A path prefix of whole segments, matched as it is sent, and the service that answers below it. */
export interface Route {
  readonly prefix: string;
  readonly service: string;
}

/** Which paths a service answers, by the service's name. */
export type ServedPaths = Readonly<Record<string, Readonly<Record<string, { readonly path: string }>>>>;

/**
 * The table from path to service. A service has everything below the shortest prefixes that no other one's endpoints
 * share; a path of nobody's is answered by the service of the last line.
 */
export function routesFrom(surfaces: readonly ServedPaths[], otherwise: string): readonly Route[] {
  const owners = new Map<string, Set<string>>();
  for (const [service, endpoints] of surfaces.flatMap((served) => Object.entries(served))) {
    for (const { path } of Object.values(endpoints)) {
      for (const prefix of prefixesOf(path)) owners.set(prefix, (owners.get(prefix) ?? new Set()).add(service));
    }
  }
  const routes: Route[] = [];
  for (const [prefix, services] of owners) {
    const [service, another] = services;
    const parent = owners.get(prefix.slice(0, prefix.lastIndexOf('/')));
    const isShortest = parent === undefined || parent.size > 1;
    if (service !== undefined && another === undefined && isShortest) routes.push({ prefix, service });
  }
  // The longer prefix is the closer one.
  routes.sort((one, other) => other.prefix.length - one.prefix.length);
  return [...routes, { prefix: '', service: otherwise }];
}

/** The service that answers a target, or nothing for one that is no path. */
export function serviceFor(target: string, routes: readonly Route[]): string | undefined {
  if (!target.startsWith('/')) return undefined;
  return routes.find(({ prefix }) => target.startsWith(prefix) && endsSegment(target[prefix.length]))?.service;
}

/** `/a/b/{id}` has the prefixes `/a` and `/a/b`. */
function prefixesOf(path: string): string[] {
  const literal = path.split('/{', 1)[0] ?? path;
  const segments = literal.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

function endsSegment(next: string | undefined): boolean {
  return next === undefined || next === '/' || next === '?';
}
