import { times } from '@rapport/config';
import { addressSection, requestsSection } from './address-section.ts';
import { backendSection, formSection } from './backend-section.ts';
import { hasSlowLane, type EdgeOptions, type Pods, type Process } from './edge-options.ts';
import { limitsFor, type Lane, type Limits } from './limits.ts';
import { managementSection } from './management-section.ts';
import { routesFrom, surfaces, type Served } from './routes.ts';

/** The configuration of HAProxy for the base address. Its paths and failures come from the services' contracts. */
export function edgeConfiguration(options: EdgeOptions, served: readonly Served[] = surfaces): string {
  const routes = routesFrom(served);
  const limits = limitsFor(options.openFiles, options.limits);
  const destinations = [...routes.prefixes.keys()];
  const sections = [
    globalSection(limits),
    ...(hasSlowLane(options) ? [resolversSection()] : []),
    defaultsSection(options),
    addressSection(options, routes, limits),
    ...[...new Set(destinations.map(({ form }) => form))].map((form) => formSection(form, limits)),
    // Each section names its defaults. HAProxy warns where the last ones, which it would take by itself, are named too.
    ['defaults unnamed', '  mode http'],
    requestsSection(limits),
    ...destinations.flatMap((destination) => {
      const first = destinations.find(({ service }) => service === destination.service) ?? destination;
      const instances = instancesOf(options, destination.service);
      return lanesOf(options).map((lane) => backendSection({ destination, lane, first, instances }));
    }),
    managementSection(options, destinations),
  ];
  return `${sections.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function lanesOf(options: EdgeOptions): Lane[] {
  return ['usual', ...(hasSlowLane(options) ? ['slow' as const] : [])];
}

function instancesOf({ processes }: EdgeOptions, service: string): readonly Process[] | Pods {
  const found = processes[service] ?? [];
  if ('length' in found && found.length === 0) {
    throw new Error(`No process of ${service} is named, which answers at the base address.`);
  }
  return found;
}

function globalSection({ connections, bufferBytes, rewriteBytes, unreadBytes }: Limits): string[] {
  return [
    'global',
    `  maxconn ${connections}`,
    '  nbthread 1',
    `  tune.bufsize ${bufferBytes}`,
    `  tune.sndbuf.client ${unreadBytes}`,
    `  tune.maxrewrite ${rewriteBytes}`,
    '  log stderr len 4096 format raw daemon',
    `  hard-stop-after ${times.drainMs}ms`,
    // A second proxy on the same port would take half of the connections instead of failing.
    '  noreuseport',
  ];
}

/**
 * The name server is that of the pod. An address that it no longer names goes at once; while it says nothing, what it said
 * last holds for a day, because the checks take out who is away.
 */
function resolversSection(): string[] {
  return [
    'resolvers cluster',
    '  parse-resolv-conf',
    '  accepted_payload_size 8192',
    '  timeout resolve 1s',
    '  timeout retry 1s',
    '  resolve_retries 3',
    '  hold valid 1s',
    '  hold obsolete 0s',
    ...['other', 'refused', 'nx', 'timeout'].map((answer) => `  hold ${answer} 1d`),
  ];
}

/** Silence ends a connection, and the length of an answer never does: a large page reaches a caller on a slow line. */
function defaultsSection({ answerMs = times.edgeAnswerMs, requestMs = times.requestBodyMs }: EdgeOptions): string[] {
  return [
    'defaults every',
    '  mode http',
    '  log global',
    // The request of a caller that has gone ends at its process.
    '  option abortonclose',
    `  timeout http-request ${requestMs}ms`,
    // A kept connection ends after the shorter of these two.
    `  timeout client ${times.keepAliveMs}ms`,
    `  timeout http-keep-alive ${times.keepAliveMs}ms`,
    `  timeout connect ${times.edgeConnectMs}ms`,
    `  timeout server ${answerMs}ms`,
    `  timeout check ${times.edgeCheckMs}ms`,
  ];
}
