import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Telemetry } from '@rapport/telemetry';
import { listen, type Address } from './listen.ts';

/** Whether a service has what it needs in order to serve, by name. They are asked several times a second, so each knows its answer. */
export type ReadinessChecks = Readonly<Record<string, () => boolean>>;

export type ServiceState = 'starting' | 'serving' | 'draining';

export interface ManagementOptions extends Address {
  readonly telemetry: Telemetry;
  readonly ready: ReadinessChecks;
  /** Gives what an operator may want to know of the service's work. It decides nothing. */
  readonly health?: () => object;
}

/** The port of health, readiness and metrics, which answers from the start of a process to its end. */
export interface Management {
  readonly telemetry: Telemetry;
  readonly port: number;
  state: ServiceState;
  close(): Promise<void>;
}

/** Opens the port, which no client reaches, before the process waits for anything: an operator sees that it lives. */
export async function openManagement({ telemetry, host, port, ready, health }: ManagementOptions): Promise<Management> {
  const app: RequestListener = (req, res) => {
    answer(req, res).catch((error: unknown) => {
      telemetry.logger.error({ error }, 'the management port failed');
      sendJson(res, 500, { status: 'failed' });
    });
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.url === '/healthz') {
      return sendJson(res, 200, { status: 'alive', ...health?.() });
    }
    if (req.url === '/readyz') {
      const checks = Object.fromEntries(Object.entries(ready).map(([name, check]) => [name, check()]));
      const isReady = management.state === 'serving' && Object.values(checks).every(Boolean);
      const document = { status: isReady ? 'ready' : 'not ready', state: management.state, checks };
      return sendJson(res, isReady ? 200 : 503, document);
    }
    if (req.url === '/metrics') {
      const text = await telemetry.metrics.text();
      res.writeHead(200, { 'content-type': telemetry.metrics.contentType }).end(text);
      return;
    }
    sendJson(res, 404, { status: 'there are /healthz, /readyz and /metrics' });
  };
  const listening = await listen({ host, port }, app);
  const management: Management = {
    telemetry,
    port: listening.port,
    state: 'starting',
    close: () => listening.drain(1_000),
  };
  return management;
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
