import { edgeConfiguration } from './edge-configuration.ts';
import { routesFrom, surfaces } from './routes.ts';

/** The ports of every pod, and where the edge finds the files of its lists. */
export const clusterPorts = { requests: 8080, management: 9090, operators: 8081 } as const;
export const clusterLists = '/etc/rapport/lists';

/** The services behind the edge, each with the variable that has the name of its Service. */
export const podVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [...routesFrom(surfaces).prefixes.keys()].map(({ service }) => [service, variableOf(service)]),
);

/**
 * The configuration for pods. It is one text for every installation: what differs is in variables, which HAProxy reads, and
 * in files of lists. An unset variable is no error to HAProxy, so a test compares the variables with those of the pod.
 */
export function clusterConfiguration(): string {
  return edgeConfiguration({
    host: '*',
    port: clusterPorts.requests,
    managementPort: clusterPorts.management,
    processes: Object.fromEntries(
      Object.entries(podVariables).map(([service, variable]) => [
        service,
        {
          name: `"\${${variable}}.\${DOMAIN}"`,
          anyName: `"\${${variable}}-any.\${DOMAIN}"`,
          slots: '"${PODS_MAX}"',
          port: clusterPorts.requests,
          managementPort: clusterPorts.management,
        },
      ]),
    ),
    trustedProxies: `${clusterLists}/trusted-proxies`,
    origins: `${clusterLists}/origins`,
    protocol: '${PROTOCOL}',
    openFiles,
  });
}

/** Enough for 4,000 connections, which take half a gigabyte when all of them send and receive at once. */
const openFiles = 8_100;

function variableOf(service: string): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_SERVICE`;
}
