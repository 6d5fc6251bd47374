/** A path prefix, matched as it is sent, and the service that answers below it. */
export interface Route {
  readonly prefix: string;
  readonly service: string;
}

/** The first prefix that a path begins with decides; the last line takes what is left, unknown paths too. */
export const routes: readonly Route[] = [
  { prefix: '/connect/', service: 'token-service' },
  { prefix: '/.well-known/', service: 'token-service' },
  { prefix: '/', service: 'public-api' },
];

/** The service that answers a path, or nothing for a target that is no path. */
export function serviceFor(path: string, table: readonly Route[] = routes): string | undefined {
  return table.find(({ prefix }) => path.startsWith(prefix))?.service;
}
