import type { RequestListener } from 'node:http';
import { times } from '@rapport/config';
import type { Telemetry } from '@rapport/telemetry';
import { listen, type Address } from './listen.ts';
import { managementApp, type ReadinessChecks, type ServiceState } from './management.ts';
import { Shutdown } from './shutdown.ts';

export interface ServeOptions {
  readonly telemetry: Telemetry;
  readonly listeners: readonly (Address & { readonly app: RequestListener })[];
  readonly management: Address;
  readonly ready: ReadinessChecks;
  /** Gives what an operator may want to know of the service's work. It decides nothing. */
  readonly health?: () => object;
  /** Ends work that no caller waits for, in the time that requests have. */
  readonly drain?: () => Promise<void>;
  /** The parts that are closed in this order once the last request has ended. */
  readonly close: Readonly<Record<string, () => Promise<void> | void>>;
}

/** A running service. */
export interface Service {
  /** The ports of the listeners, in their order. */
  readonly ports: readonly number[];
  readonly managementPort: number;
  /** Ends the running requests and closes everything, each in bounded time. */
  stop(): Promise<void>;
}

/** Runs a service until a signal, or the end of the process that started this one, stops it. */
export async function serve(options: ServeOptions): Promise<Service> {
  const service = await startService(options);
  const { logger } = options.telemetry;
  const stop = (reason: string): void => {
    logger.info({ reason }, 'stopping');
    void service.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (process.connected) {
    process.once('disconnect', () => stop('the process that started this one is gone'));
  }
  process.once('uncaughtException', (error) => {
    logger.error({ error }, 'an error that nobody caught; the process ends');
    void options.telemetry.shutdown().finally(() => process.exit(1));
  });
  return service;
}

const closeTimeoutMs = 3_000;

/** Starts a service that leaves the signals of its process alone. */
export async function startService(options: ServeOptions): Promise<Service> {
  const { telemetry, listeners, management, ready, health, drain, close } = options;
  const shutdown = new Shutdown(telemetry.logger);
  let state: ServiceState = 'starting';
  shutdown.add('telemetry', closeTimeoutMs, () => telemetry.shutdown());
  const managementPort = await listen(
    management,
    managementApp({ telemetry, checks: ready, health, stateOf: () => state }),
  );
  shutdown.add('management port', closeTimeoutMs, () => managementPort.drain(1_000));
  for (const [name, work] of Object.entries(close).toReversed()) {
    shutdown.add(name, closeTimeoutMs, work);
  }
  const running = await Promise.all(listeners.map((listener) => listen(listener, listener.app)));
  shutdown.add('requests', times.drainMs + closeTimeoutMs, async () => {
    await Promise.all([...running.map((listener) => listener.drain(times.drainMs)), drain?.()]);
  });
  shutdown.add('readiness', closeTimeoutMs, () => {
    state = 'draining';
  });
  state = 'serving';
  const ports = running.map((listener) => listener.port);
  telemetry.logger.info({ ports, managementPort: managementPort.port }, 'serving');
  return { ports, managementPort: managementPort.port, stop: () => shutdown.run() };
}
