import { installationSecrets } from '@rapport/installation';
import { newOperatorCredential } from '@rapport/operators';
import type { Cluster } from '../cluster/cluster.ts';
import type { Settings } from '../cluster/release.ts';
import type { Logins } from './logins.ts';
import type { OuterStores } from './outer-stores.ts';

/** Settings beside the example of values for production, so that two processors bear it without a certificate at the base address. */
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
    'trust[0].configMap': 'company-authorities',
    'trust[0].key': 'ca.crt',
    'database.control.host': control.hostname,
    'database.control.port': Number(control.port),
    'database.cells.cell-1.host': cell.hostname,
    'database.cells.cell-1.port': Number(cell.port),
    'database.prepare.enabled': true,
    'database.prepare.administrator': 'installer',
    'redis.port': stores.redis.port,
    'kafka.brokers': stores.kafka.address,
    'kafka.tls': true,
    'kafka.sasl.mechanism': 'scram-sha-512',
    'kafka.sasl.username': 'crm',
    'kafka.sasl.existingSecret': 'crm-kafka',
    'kafka.prefix': 'crm.',
    'mail.port': stores.mail.port,
    'subscriptionService.signups.enabled': true,
    'subscriptionService.invoicePaymentText': 'Nothing is to be paid.',
  };
}

/** The Secrets that the example names, and that of the login at Kafka. */
export async function applySecrets(cluster: Cluster, stores: OuterStores, logins: Logins): Promise<void> {
  const made = Object.entries(installationSecrets).map(([name, make]) => [name, make()] as const);
  const secrets = {
    rapport: {
      ...Object.fromEntries(made),
      OPERATOR_CREDENTIAL: newOperatorCredential(),
      ADMINISTRATOR_PASSWORD: logins.installer,
    },
    'rapport-redis': { REDIS_URL: `rediss://crm:${logins.redis}@${stores.host}:${stores.redis.port}` },
    'rapport-mail': { MAIL_URL: mailUrl(stores, 'rapport', logins.mail) },
    'crm-kafka': { password: logins.kafka },
  };
  for (const [name, stringData] of Object.entries(secrets)) {
    await cluster.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData });
  }
}

export function mailUrl({ host, mail }: OuterStores, user: string, password: string): string {
  return `smtps://${user}:${password}@${host}:${mail.port}`;
}
