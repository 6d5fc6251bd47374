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

/** Keeps the time at which the process began. */
export const startLine = '  set-var proc.began date';

/**
 * The edge has started when it knows an address of each service, or after a minute: the name server may be slow, and a service may be
 * away. Its unasked lanes have a server for each address that is known.
 */
function startedLines(destinations: readonly Destination[]): string[] {
  const waits = `{ date,sub(proc.began) lt ${knownWithinSeconds} }`;
  return [
    ...destinations.map(
      (destination) =>
        `${text(503, 'not started')} if { path /startedz } { nbsrv(${nameOf(destination, 'slow')}) lt 1 } ${waits}`,
    ),
    `${text(200, 'started')} if { path /startedz }`,
  ];
}

function text(status: number, said: string): string {
  return `  http-request return status ${status} content-type text/plain string "${said}\\n"`;
}

const knownWithinSeconds = 60;
