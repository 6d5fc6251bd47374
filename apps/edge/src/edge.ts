import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { contracts as applicationContracts } from '@rapport/application-contract';
import { times } from '@rapport/config';
import { contracts as publicContracts } from '@rapport/public-contract';
import type { Logger } from 'pino';
import type { EdgeConfig } from './config.ts';
import { TrustedProxies } from './forwarding.ts';
import { createFrontServer } from './front-server.ts';
import { createManagementServer } from './management-server.ts';
import { EdgeMetrics } from './metrics.ts';
import { failureFormsFrom, routesFrom } from './routes.ts';
import { Upstream } from './upstream.ts';

/** What the services promise makes the tables; an unknown path is a problem of the public API. */
const surfaces = [publicContracts, applicationContracts];
const routes = routesFrom(surfaces, 'public-api');
const failureForms = failureFormsFrom(surfaces);

export interface Edge {
  readonly port: number;
  readonly managementPort: number;
  /** Takes no new connection, lets what is under way finish for a while, then ends it. */
  drain(): Promise<void>;
}

export async function startEdge(
  config: EdgeConfig,
  logger: Logger,
  { deadlineMs = times.edgeAnswer }: { deadlineMs?: number } = {},
): Promise<Edge> {
  const metrics = new EdgeMetrics();
  const upstreams = upstreamsOf(config);
  const trusted = new TrustedProxies(config.TRUSTED_PROXIES);
  const front = createFrontServer({ metrics, logger, trusted, deadlineMs, routes, failureForms, upstreams });
  const management = createManagementServer(metrics, () => front.listening);
  const port = await listen(front, config.PORT, config.HOST);
  const managementPort = await listen(management, config.MANAGEMENT_PORT, config.HOST);
  logger.info({ port, managementPort }, 'the edge listens');
  const drain = async (): Promise<void> => {
    const closed = once(front, 'close');
    front.close();
    front.closeIdleConnections();
    await Promise.race([closed, delay(times.drain, undefined, { ref: false })]);
    front.closeAllConnections();
    management.close();
    management.closeAllConnections();
    await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
    logger.info('the edge has drained');
  };
  return { port, managementPort, drain };
}

/** Every service of the table, with the origins that the configuration names; one without is an error at the start. */
function upstreamsOf(config: EdgeConfig): Map<string, Upstream> {
  const services = [...new Set(routes.map(({ value }) => value))];
  const missing = services.filter((service) => config.UPSTREAMS[service] === undefined);
  if (missing.length > 0) throw new Error(`UPSTREAMS names no origin of ${missing.join(' and ')}.`);
  return new Map(services.map((service) => [service, new Upstream(service, config.UPSTREAMS[service] ?? [])]));
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen({ port, host });
  await once(server, 'listening');
  // A server that listens on TCP has an address with a port.
  return (server.address() as AddressInfo).port;
}
