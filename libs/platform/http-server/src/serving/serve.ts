import type { RequestListener } from 'node:http';
import { times } from '@rapport/config';
import { listen, type Address } from './listen.ts';
import type { Management } from './management.ts';
import { Shutdown } from './shutdown.ts';
import { stopOnSignals } from './signals.ts';

export interface ServeOptions {
  readonly management: Management;
  readonly listeners: readonly (Address & { readonly app: RequestListener })[];
  /** Ends work that no caller waits for. */
  readonly drain?: () => Promise<void>;
  /** The time that requests and that work have. */
  readonly drainMs?: number;
  /** The parts that are closed in this order once the last request has ended. */
  readonly close: Readonly<Record<string, () => Promise<void> | void>>;
}

/** A running service. */
export interface Service {
  /** The ports of the listeners, in their order. */
  readonly ports: readonly number[];
  /** Ends the running requests and closes everything, each in bounded time. */
  stop(): Promise<void>;
}

/** Runs a service until a signal, or the end of the process that started this one, stops it. */
export async function serve(options: ServeOptions): Promise<Service> {
  const { telemetry } = options.management;
  const { logger } = telemetry;
  const service = await startServing(options);
  const stop = (reason: string): void => {
    logger.info({ reason }, 'stopping');
    void service.stop().then(() => process.exit(0));
  };
  stopOnSignals(stop);
  if (process.connected) {
    process.once('disconnect', () => stop('the process that started this one is gone'));
  }
  process.once('uncaughtException', (error) => {
    logger.error({ error }, 'an error that nobody caught; the process ends');
    void telemetry.shutdown().finally(() => process.exit(1));
  });
  return service;
}

/** Starts a service that leaves the signals of its process alone. */
export async function startServing({
  management,
  listeners,
  drain,
  drainMs = times.drainMs,
  close,
}: ServeOptions): Promise<Service> {
  const { telemetry } = management;
  const shutdown = new Shutdown(telemetry.logger);
  shutdown.add('telemetry', times.closeMs, () => telemetry.shutdown());
  shutdown.add('management port', times.closeMs, () => management.close());
  for (const [name, work] of Object.entries(close).toReversed()) {
    shutdown.add(name, times.closeMs, work);
  }
  const running = await Promise.all(listeners.map((listener) => listen(listener, listener.app)));
  shutdown.add('requests', drainMs + times.closeMs, async () => {
    await Promise.all([...running.map((listener) => listener.drain(drainMs)), drain?.()]);
  });
  shutdown.add('readiness', times.closeMs, () => {
    management.state = 'draining';
  });
  management.state = 'serving';
  const ports = running.map((listener) => listener.port);
  telemetry.logger.info({ ports, managementPort: management.port }, 'serving');
  return { ports, stop: () => shutdown.run() };
}
