import { times } from '@rapport/config';
import { addressSection, crowdSection } from './address-section.ts';
import { backendSection, formSection } from './backend-section.ts';
import type { EdgeOptions, Process } from './edge-options.ts';
import { lanes, limitsFor, type Limits } from './limits.ts';
import { managementSection } from './management-section.ts';
import { routesFrom, surfaces, type Served } from './routes.ts';

/** The configuration of HAProxy for the base address. Its paths and failures come from the services' contracts. */
export function edgeConfiguration(options: EdgeOptions, served: readonly Served[] = surfaces): string {
  const routes = routesFrom(served);
  const limits = limitsFor(options.openFiles, options.limits);
  const destinations = [...routes.prefixes.keys()];
  const sections = [
    globalSection(limits),
    defaultsSection(options),
    addressSection(options, routes, limits),
    ...[...new Set(destinations.map(({ form }) => form))].map((form) => formSection(form, limits)),
    crowdSection(limits),
    ...destinations.flatMap((destination) => {
      const first = destinations.find(({ service }) => service === destination.service) ?? destination;
      const processes = processesOf(options, destination.service);
      return lanes.map((lane) => backendSection({ destination, lane, first, processes }, limits));
    }),
    managementSection(options, destinations),
  ];
  return `${sections.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function processesOf({ processes }: EdgeOptions, service: string): readonly Process[] {
  const found = processes[service] ?? [];
  if (found.length === 0) {
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

/** Silence ends a connection, and the length of an answer never does: a large page reaches a caller on a slow line. */
function defaultsSection({ answerMs = times.edgeAnswerMs, requestMs = times.requestBodyMs }: EdgeOptions): string[] {
  return [
    'defaults every',
    '  mode http',
    '  log global',
    // The request of a caller that has gone ends in the queue and at its process.
    '  option abortonclose',
    `  timeout http-request ${requestMs}ms`,
    // A kept connection ends after the shorter of these two.
    `  timeout client ${times.keepAliveMs}ms`,
    `  timeout http-keep-alive ${times.keepAliveMs}ms`,
    `  timeout connect ${times.edgeConnectMs}ms`,
    `  timeout queue ${times.edgeQueueMs}ms`,
    `  timeout server ${answerMs}ms`,
    `  timeout check ${times.edgeCheckMs}ms`,
  ];
}
