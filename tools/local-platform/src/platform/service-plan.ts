import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { freePorts } from '@rapport/local-servers';
import { writeWhole } from '../state-file.ts';
import { isGiven } from '../settings/env-file.ts';
import { launchService } from '../supervision/service-process.ts';
import type { ServiceSpec } from '../supervision/supervisor.ts';
import { cellUrls, controlUrl, type DatabaseAccess } from './database-urls.ts';
import { planEdge } from './edge-plan.ts';
import type { Instance } from './instance.ts';
import { logFile } from './logs.ts';
import { askedAt } from './member-port.ts';
import { mailAddress } from './mail-destination.ts';
import { secretFile, secretsFolder } from './secrets.ts';
import type { ServiceDefinition } from '@rapport/installation';
import type { PlatformOptions } from './platform-options.ts';

export interface ServicePlan {
  readonly specs: readonly ServiceSpec[];
  /** The process behind the base address, which needs the others. */
  readonly edge: ServiceSpec;
  readonly operatorUrl: string | undefined;
}

export interface Addresses extends DatabaseAccess {
  readonly baseUrl: string;
  readonly redisUrl: string;
  readonly kafkaUrl: string;
}

/** Gives every process of every service its ports, management ports among them, and its environment. Secrets travel as files, never as values. */
export async function planServices(
  options: PlatformOptions,
  addresses: Addresses,
  [edgePort = 0, ...ports]: readonly number[],
): Promise<ServicePlan> {
  const instances = await placeInstances(options, ports);
  const environments = new Map<string, Record<string, string>>();
  for (const service of options.parts.services) {
    environments.set(service.name, await environmentOf(options, service, addresses));
  }
  const specs = instances.map((instance): ServiceSpec => {
    const { service, port, managementPort, operatorPort } = instance;
    const log = logFile(options.dataDir, `${service.name}-${instance.instance}`);
    const environment = { ...baseEnvironment(instance), ...environments.get(service.name) };
    const managementUrl = `http://127.0.0.1:${managementPort}`;
    return {
      name: service.name,
      instance: instance.instance,
      url: `http://127.0.0.1:${service.hasOperatorPort === true ? operatorPort : port}`,
      managementUrl,
      launch: () => launchService({ entry: service.entry, logFile: log, environment }),
      ...askedAt(managementUrl, log),
    };
  });
  const operators = instances.find(({ service }) => service.hasOperatorPort === true);
  return {
    specs,
    edge: await planEdge(options, instances, edgePort),
    operatorUrl: operators === undefined ? undefined : `http://127.0.0.1:${operators.operatorPort}`,
  };
}

async function placeInstances(
  { parts, replicas }: PlatformOptions,
  managementPorts: readonly number[],
): Promise<Instance[]> {
  const wanted = parts.services.flatMap((service) =>
    Array.from({ length: replicas[service.name] ?? 1 }, (_, index) => ({ service, instance: index + 1 })),
  );
  const ports = await freePorts(wanted.length * 2);
  // The first process of each service comes before any second one, so that its port does not depend on how many there are.
  const byInstance = wanted.toSorted((one, other) => one.instance - other.instance);
  return wanted.map((each, index) => ({
    ...each,
    port: ports[index * 2] ?? 0,
    managementPort: managementPorts[byInstance.indexOf(each)] ?? 0,
    operatorPort: ports[index * 2 + 1] ?? 0,
  }));
}

function baseEnvironment({ service, instance, port, managementPort, operatorPort }: Instance): Record<string, string> {
  return {
    SERVICE_INSTANCE: String(instance),
    HOST: '127.0.0.1',
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    ...(service.hasOperatorPort === true ? { OPERATOR_PORT: String(operatorPort) } : {}),
  };
}

/** The environment of a service's processes. Addresses hold passwords, so they are files in a folder per service. */
async function environmentOf(
  options: PlatformOptions,
  {
    name,
    databaseRole,
    secrets,
    settings = {},
    usesRedis,
    usesKafka,
    mailVariable,
    redirectsVariable,
  }: ServiceDefinition,
  addresses: Addresses,
): Promise<Record<string, string>> {
  const { dataDir, redirects = [] } = options;
  const environment: Record<string, string> = Object.fromEntries(
    secrets.map((secret) => [`${secret}_FILE`, secretFile(dataDir, secret)]),
  );
  if (databaseRole === undefined) {
    return environment;
  }
  const folder = join(secretsFolder(dataDir), name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const values = {
    CONTROL_DATABASE_URL: controlUrl(addresses, databaseRole),
    CELL_DATABASE_URLS: JSON.stringify(cellUrls(addresses, databaseRole)),
    ...(usesRedis === true ? { REDIS_URL: addresses.redisUrl } : {}),
    ...(usesKafka === true ? { KAFKA_BROKERS: new URL(addresses.kafkaUrl).host } : {}),
    ...(mailVariable === undefined ? {} : { [mailVariable]: mailAddress(options) }),
  };
  for (const [variable, value] of Object.entries(values)) {
    await writeWhole(join(folder, variable), value, 0o600);
    environment[`${variable}_FILE`] = join(folder, variable);
  }
  const given = options.settings?.[name] ?? {};
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(settings).filter(([setting]) => !isGiven(setting, given))),
    ...given,
    ...(redirectsVariable === undefined ? {} : { [redirectsVariable]: JSON.stringify(redirects) }),
    ISSUER: addresses.baseUrl,
  };
}
