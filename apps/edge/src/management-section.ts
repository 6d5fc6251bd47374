import type { EdgeOptions } from './edge-options.ts';
import { nameOf, type Destination } from './routes.ts';

/** Health, readiness and metrics, on a port of its own. The edge is ready when every service has a ready process. */
export function managementSection(
  { host, managementPort }: EdgeOptions,
  destinations: readonly Destination[],
): string[] {
  const text = (status: number, said: string): string =>
    `  http-request return status ${status} content-type text/plain string "${said}\\n"`;
  return [
    'frontend management from every',
    `  bind ${host}:${managementPort}`,
    '  no log',
    '  http-request use-service prometheus-exporter if { path /metrics }',
    `${text(200, 'ok')} if { path /healthz }`,
    `${text(404, 'not found')} if !{ path /readyz }`,
    ...destinations.map((destination) => `${text(503, 'not ready')} if { nbsrv(${nameOf(destination)}) lt 1 }`),
    text(200, 'ready'),
  ];
}
