import { config as applicationApi } from '@rapport/application-api/config';
import { config as changeFeedWorker } from '@rapport/change-feed-worker/config';
import { times } from '@rapport/config';
import { clusterConfiguration, podVariables } from '@rapport/edge';
import { services } from '@rapport/installation';
import { config as publicApi } from '@rapport/public-api/config';
import { config as subscriptionService } from '@rapport/subscription-service/config';
import { config as tokenService } from '@rapport/token-service/config';
import type { z } from 'zod';

/** The settings that each service reads, by its name. */
export const configurations: Readonly<Record<string, z.ZodObject>> = {
  'token-service': tokenService,
  'public-api': publicApi,
  'application-api': applicationApi,
  'subscription-service': subscriptionService,
  'change-feed-worker': changeFeedWorker,
};

/** What the chart's templates know of the services: from the table of services, their settings and the one table of times. */
export function servicesFile(): string {
  const described = services.map(({ name, databaseRole, secrets }) => [
    name,
    { values: camelCase(name), role: databaseRole, secrets, variables: variablesOf(name) },
  ]);
  const document = {
    services: Object.fromEntries(described) as object,
    graceSeconds: seconds(times.drainNoticeMs + times.drainMs + partsMax * times.closeMs),
    edge: {
      podVariables,
      preStopSeconds,
      graceSeconds: preStopSeconds + seconds(times.drainMs) + 2,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The configuration of the edge, which stands in the chart byte for byte. */
export function edgeFile(): string {
  return clusterConfiguration();
}

/** The name of a pod says which process it is, so no value sets it. */
function variablesOf(service: string): string[] {
  return Object.keys(configurations[service]?.shape ?? {}).filter((name) => name !== 'SERVICE_INSTANCE');
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}

/** A stopping service closes no more parts than this one after the other. */
const partsMax = 8;
/** Longer than a node takes to hear that a pod gets no more connections. */
const preStopSeconds = 5;
