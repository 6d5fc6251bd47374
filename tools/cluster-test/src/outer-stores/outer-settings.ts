import { installationSecrets, newOperatorCredential } from '@rapport/installation';
import type { Cluster } from '../cluster/cluster.ts';
import type { Settings } from '../cluster/release.ts';
import type { OuterStores } from './outer-stores.ts';

/** Settings beside the example of values for production, so that two processors bear it without a certificate. */
export function outerSettings(stores: OuterStores, port: number): Settings {
  const [control, cell] = [new URL(stores.control.url), new URL(stores.cell.url)];
  const components = ['edge', 'tokenService', 'publicApi', 'applicationApi', 'subscriptionService', 'changeFeedWorker'];
  const small = components.flatMap((name): [string, Settings[string]][] => [
    [`${name}.replicas`, 1],
    [`${name}.autoscaling.enabled`, false],
    [`${name}.resources.requests.cpu`, '50m'],
  ]);
  return {
    ...Object.fromEntries(small),
    baseUrl: `http://localhost:${port}`,
    'edge.service.type': 'NodePort',
    'edge.service.nodePort': port,
    'ingress.enabled': false,
    'podMonitor.enabled': false,
    'prometheusRule.enabled': false,
    'database.control.host': control.hostname,
    'database.control.port': Number(control.port),
    'database.cells.cell-1.host': cell.hostname,
    'database.cells.cell-1.port': Number(cell.port),
    'database.parameters': '',
    'database.prepare.enabled': true,
    'database.prepare.administrator': 'installer',
    'redis.port': Number(new URL(stores.redis.url).port),
    'kafka.brokers': new URL(stores.kafka.url).host,
    'mail.existingSecret': '',
    'mail.url': 'file:///mail',
  };
}

/** The Secrets that the example names. */
export async function applySecrets(
  cluster: Cluster,
  stores: OuterStores,
  administratorPassword: string,
): Promise<void> {
  const made = Object.entries(installationSecrets).map(([name, make]) => [name, make()] as const);
  await cluster.apply(
    secretObject('rapport', {
      ...Object.fromEntries(made),
      OPERATOR_CREDENTIAL: newOperatorCredential(),
      ADMINISTRATOR_PASSWORD: administratorPassword,
    }),
  );
  await cluster.apply(secretObject('rapport-redis', { REDIS_URL: stores.redis.url }));
}

function secretObject(name: string, stringData: Readonly<Record<string, string>>): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData };
}
