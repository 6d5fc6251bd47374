import { times } from '@rapport/config';
import { clusterConfiguration, podVariables } from '@rapport/edge';
import { services } from '@rapport/installation';
import { settingsOf } from '@rapport/local-platform';

/** The services for the chart's templates: from the table of services, their settings and the one table of times. */
export async function servicesFile(): Promise<string> {
  const described = services.map(async ({ name, databaseRole, secrets }) => {
    const variables = await variablesOf(name);
    return [name, { values: camelCase(name), role: databaseRole, secrets, variables }] as const;
  });
  const document = {
    services: Object.fromEntries(await Promise.all(described)),
    graceSeconds: seconds(times.drainNoticeMs + times.mailDrainMs + closedMax * times.closeMs),
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
async function variablesOf(service: string): Promise<string[]> {
  return Object.keys((await settingsOf(service)).shape).filter((name) => name !== 'SERVICE_INSTANCE');
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}

/** A stopping service closes no more things than this one after the other. */
const closedMax = 8;
/** Longer than a node takes to hear that a pod gets no more connections. */
const preStopSeconds = 5;
