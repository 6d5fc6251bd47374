import { env, exit } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, times, type serviceVariables } from '@rapport/config';
import { Database } from '@rapport/database';
import { openManagement, serve, type ServeOptions } from '@rapport/http-server';
import { AppError, type CallContext } from '@rapport/kernel';
import { Redis } from '@rapport/redis';
import { Background, createLogger, startTelemetry, type Loop, type Running, type Telemetry } from '@rapport/telemetry';
import type { Container, ServiceIdentifier } from 'inversify';
import type { z } from 'zod';

/** The list of what a service has. */
export interface ServiceParts {
  readonly database: Database;
  readonly redis?: Redis;
  readonly health?: () => object;
  /** Asked of the databases before it serves. A failure, such as a wrong key, ends the start unless a database is away. */
  readonly needs?: Readonly<Record<string, (context: CallContext) => Promise<unknown>>>;
  readonly running: readonly Running[];
  /** The apps by their ports. */
  readonly apps?: () => readonly (readonly [port: number, app: ServeOptions['listeners'][number]['app']])[];
  /** Ends other work. Where it is given, what runs by itself ends with it and has as long. */
  readonly drain?: () => Promise<unknown>;
  readonly drainMs?: number;
  /** Closed in this order, after what runs by itself and before Redis and the databases. */
  readonly close?: ServeOptions['close'];
}

type Settings = z.output<z.ZodObject<typeof serviceVariables>>;

/** Starts a service by its environment. A failure is one line of its log, and ends the process. */
export async function startService<S extends Settings>(
  name: string,
  config: z.ZodObject & z.ZodType<S>,
  partsOf: (settings: S, telemetry: Telemetry) => ServiceParts | Promise<ServiceParts>,
): Promise<void> {
  try {
    const settings: S = readConfig(config);
    const telemetry = await startTelemetry({
      service: name,
      instance: settings.SERVICE_INSTANCE,
      sampleRatio: settings.TRACE_SAMPLE_RATIO,
      exporterUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      logLevel: settings.LOG_LEVEL,
    });
    await run(await partsOf(settings, telemetry), telemetry, settings);
  } catch (error) {
    const log = createLogger({ service: name, instance: env['SERVICE_INSTANCE'] ?? '1', level: 'error' });
    log.logger.error({ error }, 'the service could not start');
    await log.flush();
    exit(1);
  }
}

type RunningClass = ServiceIdentifier<Running> & { readonly loops: readonly Loop[] };

/** The parts of a service that are in its container. */
export function partsIn(container: Container, running: readonly RunningClass[]): ServiceParts {
  return {
    database: container.get(Database),
    redis: container.get(Redis),
    running: running.map((type) => container.get(type)),
  };
}

async function run(
  { database, redis, health, needs = {}, running, apps, drain, drainMs = times.drainMs, close }: ServiceParts,
  telemetry: Telemetry,
  { HOST: host, MANAGEMENT_PORT }: Settings,
): Promise<void> {
  const background = new Background(telemetry);
  const ready = { schemas: () => database.schemas.isReady };
  const management = await openManagement({ telemetry, host, port: MANAGEMENT_PORT, ready, ...(health && { health }) });
  redis?.start();
  await database.schemas.start();
  for (const [need, work] of Object.entries(needs)) {
    while (await telemetry.inBackground(need, work).then(() => false, isAway)) {
      await sleep(againAfterMs);
    }
  }
  running.forEach((one) => one.start(background));
  await serve({
    management,
    listeners: (apps?.() ?? []).map(([port, app]) => ({ host, port, app })),
    ...(drain && { drain: async () => void (await Promise.all([drain(), background.stop()])) }),
    drainMs,
    close: {
      background: () => background.stop(),
      ...close,
      redis: () => redis?.close(),
      database: () => database.close(),
    },
  });
}

function isAway(error: unknown): true {
  if (error instanceof AppError) {
    return true;
  }
  throw error;
}

const againAfterMs = 1_000;
