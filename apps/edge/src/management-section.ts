import { hasSlowLane, type EdgeOptions } from './edge-options.ts';
import { nameOf, type Destination } from './routes.ts';

/** Health, readiness and metrics, on a port of its own. The edge is ready when every service has a ready process. */
export function managementSection(options: EdgeOptions, destinations: readonly Destination[]): string[] {
  const { host, managementPort } = options;
  return [
    'frontend management from every',
    `  bind ${host}:${managementPort}`,
    '  no log',
    '  http-request use-service prometheus-exporter if { path /metrics }',
    `${text(200, 'ok')} if { path /healthz }`,
    ...(hasSlowLane(options) ? startedLines(destinations) : []),
    `${text(404, 'not found')} if !{ path /readyz }`,
    ...destinations.map((destination) => `${text(503, 'not ready')} if { nbsrv(${nameOf(destination)}) lt 1 }`),
    text(200, 'ready'),
  ];
}

/**
 * The edge of pods has started when the name server has told it where any process of each service answers. That address is there where no
 * pod is.
 */
function startedLines(destinations: readonly Destination[]): string[] {
  return [
    ...destinations.map(
      (destination) =>
        `${text(503, 'not started')} if { path /startedz } { nbsrv(${nameOf(destination, 'slow')}) lt 1 }`,
    ),
    `${text(200, 'started')} if { path /startedz }`,
  ];
}

function text(status: number, said: string): string {
  return `  http-request return status ${status} content-type text/plain string "${said}\\n"`;
}
