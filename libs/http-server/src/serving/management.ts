import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { times } from '@rapport/config';
import type { Telemetry } from '@rapport/telemetry';

/** The checks of what a service needs in order to serve, by name. */
export type ReadinessChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

export type ServiceState = 'starting' | 'serving' | 'draining';

export interface ManagementOptions {
  readonly telemetry: Telemetry;
  readonly checks: ReadinessChecks;
  /** Gives what `/healthz` shows beside the sign of life. */
  readonly health?: (() => object) | undefined;
  readonly stateOf: () => ServiceState;
}

/** Health, readiness and metrics, on a port that no client reaches. */
export function managementApp(options: ManagementOptions): RequestListener {
  return (req, res) => {
    answer(req, res, options).catch((error: unknown) => {
      options.telemetry.logger.error({ error }, 'the management port failed');
      sendJson(res, 500, { status: 'failed' });
    });
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { telemetry: { metrics }, checks, health, stateOf }: ManagementOptions,
): Promise<void> {
  const state = stateOf();
  if (req.url === '/healthz') {
    return sendJson(res, 200, { status: 'alive', ...health?.() });
  }
  if (req.url === '/readyz') {
    const results = await runChecks(checks);
    const isReady = state === 'serving' && Object.values(results).every(Boolean);
    return sendJson(res, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', state, checks: results });
  }
  if (req.url === '/metrics') {
    const text = await metrics.text();
    res.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    return;
  }
  sendJson(res, 404, { status: 'there are /healthz, /readyz and /metrics' });
}

async function runChecks(checks: ReadinessChecks): Promise<Record<string, boolean>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await isPassed(check)] as const),
  );
  return Object.fromEntries(results);
}

/** A check that fails or takes too long did not pass. */
async function isPassed(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), times.readinessCheckMs);
  try {
    return await Promise.race([check(), late.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
