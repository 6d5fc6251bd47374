import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changesTopic, changesTopicFor } from '@rapport/change-feed';
import { projectRoot } from '@rapport/local-platform/project';
import { parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';
import { complaintsOf } from './custom-resources.ts';
import { known } from './known.ts';
import { podsOf, rendered, type PodSpec } from './render.ts';

const operators = ['values-production.yaml', 'values-operators.yaml'];

interface Resources {
  readonly requests: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string>>;
}

interface Cluster {
  readonly instances: number;
  readonly bootstrap: { readonly initdb: { readonly owner: string; readonly postInitSQL: readonly string[] } };
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
  readonly resources: Resources;
}

interface Kafka {
  readonly kafka: { readonly listeners: readonly object[] };
  readonly entityOperator: Readonly<Record<string, { readonly resources: Resources }>>;
}

interface Made<T = unknown> {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: T;
}

test('services reach PostgreSQL by the names of the Services of CloudNativePG, and trust its authorities', async () => {
  const clusters = (await made<Cluster>('cloudnative-pg.yaml', 'Cluster')).map(({ metadata }) => metadata.name);
  const env = environmentOf(await worker());
  const cells = JSON.parse(known(env['CELL_DATABASE_URLS'])) as Record<string, string>;
  const urls = [known(env['CONTROL_DATABASE_URL']), ...Object.values(cells)].map((address) => new URL(address));
  expect(urls.map(({ host, search }) => host + search)).toEqual(
    clusters.map((name) => `${name}-rw:5432?sslmode=verify-full`),
  );
  expect(await trusted()).toEqual(expect.arrayContaining(clusters.map((name) => [`${name}-ca`, 'ca.crt'])));
});

test('the Job prepares each server as the role that CloudNativePG made there, which may make roles and databases', async () => {
  const job = known(podsOf(await rendered(operators)).get('rapport-migrations'));
  const prepare = known(job.initContainers?.find(({ name }) => name === 'prepare'));
  const administrator = prepare.env?.find(({ name }) => name === 'ADMINISTRATOR_NAME')?.value;
  for (const { spec } of await made<Cluster>('cloudnative-pg.yaml', 'Cluster')) {
    expect(spec.bootstrap.initdb).toEqual({
      owner: administrator,
      secret: { name: 'rapport-administrator' },
      postInitSQL: [`alter role ${administrator} createdb createrole`],
    });
  }
});

test('the worker reaches Kafka by the Service of Strimzi as the user there, whose rights are those that it needs', async () => {
  const [kafka] = await made<Kafka>('strimzi.yaml', 'Kafka');
  const [user] = await made<{ authorization: { acls: object[] } }>('strimzi.yaml', 'KafkaUser');
  const [topic] = await made('strimzi.yaml', 'KafkaTopic');
  const { name } = known(kafka).metadata;
  const pod = await worker();
  const env = environmentOf(pod);
  const [, port] = known(env['KAFKA_BROKERS']).split(':');
  expect(known(kafka).spec.kafka.listeners).toMatchObject([
    { port: Number(port), tls: true, authentication: { type: env['KAFKA_SASL_MECHANISM'] } },
  ]);
  expect(env).toMatchObject({
    KAFKA_BROKERS: `${name}-kafka-bootstrap:${port}`,
    KAFKA_TLS: 'on',
    KAFKA_SASL_USERNAME: known(user).metadata.name,
    KAFKA_SASL_PASSWORD_FILE: '/kafka/password',
  });
  expect(pod.volumes).toContainEqual({ name: 'kafka', secret: { secretName: known(user).metadata.name } });
  expect(await trusted()).toContainEqual([`${name}-cluster-ca-cert`, 'ca.crt']);
  const prefix = env['KAFKA_PREFIX'] ?? '';
  const keptEvents = changesTopicFor(Number(env['EVENT_RETENTION_DAYS']));
  expect(known(topic)).toMatchObject({
    metadata: { name: prefix + changesTopic.name },
    spec: { partitions: changesTopic.partitions, config: keptEvents.settings },
  });
  expect(known(user).spec.authorization.acls).toEqual([
    {
      resource: { type: 'topic', name: prefix + changesTopic.name, patternType: 'literal' },
      operations: ['Describe', 'Read', 'Write'],
    },
    {
      resource: { type: 'group', name: `${prefix}change-feed`, patternType: 'prefix' },
      operations: ['Describe', 'Read'],
    },
  ]);
});

test('each server has connections for all processes of the platform at its largest, also during a roll', async () => {
  const processes = (await atLargest()).reduce((sum, { name, pods }) => sum + (name === 'edge' ? 0 : pods), 0);
  const env = environmentOf(await worker());
  const needed = Math.ceil(processes * 1.25) * (Number(env['DATABASE_POOL_SIZE']) + 2) + 20;
  for (const { spec } of await made<Cluster>('cloudnative-pg.yaml', 'Cluster')) {
    expect(Number(spec.postgresql.parameters['max_connections'])).toBeGreaterThan(needed);
  }
});

test('the namespace has room for the servers beside the platform at its largest', async () => {
  const clusters = await made<Cluster>('cloudnative-pg.yaml', 'Cluster');
  const [kafka] = await made<Kafka>('strimzi.yaml', 'Kafka');
  const brokers = await made<{ replicas: number; resources: Resources }>('strimzi.yaml', 'KafkaNodePool');
  const all = [
    ...(await atLargest()),
    ...clusters.map(({ spec }) => ({ pods: spec.instances, resources: spec.resources })),
    ...brokers.map(({ spec }) => ({ pods: spec.replicas, resources: spec.resources })),
    ...Object.values(known(kafka).spec.entityOperator).map(({ resources }) => ({ pods: 1, resources })),
  ];
  const sum = (of: (resources: Resources) => string | undefined): number =>
    all.reduce((total, { pods, resources }) => total + pods * quantity(known(of(resources))), 0);
  const [quota] = await made<{ hard: Record<string, string> }>('namespace.yaml', 'ResourceQuota');
  const room = (name: string): number => quantity(known(quota?.spec.hard[name]));
  expect(sum(({ requests }) => requests['cpu'])).toBeLessThan(room('requests.cpu'));
  expect(sum(({ requests }) => requests['memory'])).toBeLessThan(room('requests.memory'));
  expect(sum(({ limits }) => limits['memory'])).toBeLessThan(room('limits.memory'));
  expect(sum(() => '1')).toBeLessThan(room('pods'));
});

test('what the files make is in the namespace of the release, whose pods read the Secrets there', async () => {
  for (const file of ['cloudnative-pg.yaml', 'strimzi.yaml', 'certificate.yaml', 'gateway.yaml']) {
    const namespaces = (await objectsOf(file)).map(({ metadata }) => metadata.namespace);
    expect([file, new Set(namespaces)]).toEqual([file, new Set(['crm'])]);
  }
});

test('the certificate is for the host of the base address, in the Secret that Gateway and Ingress name', async () => {
  const [certificate] = await made<{ secretName: string; dnsNames: string[] }>('certificate.yaml', 'Certificate');
  const { secretName, dnsNames } = known(certificate).spec;
  const ingress = known((await rendered(operators)).find(({ kind }) => kind === 'Ingress'));
  expect(ingress.spec).toMatchObject({ tls: [{ hosts: dnsNames, secretName }] });
  const [gateway] = await made('gateway.yaml', 'Gateway');
  expect(known(gateway).spec).toMatchObject({
    listeners: [{ hostname: dnsNames[0], tls: { certificateRefs: [{ name: secretName }] } }],
  });
});

test('the definition of CloudNativePG takes each Cluster as it is', async () => {
  const complaints = await complaintsOf(
    'github.com/cloudnative-pg/cloudnative-pg@v1.30.0',
    'config/crd/bases/postgresql.cnpg.io_clusters.yaml',
    'v1',
  );
  const clusters = await made<Cluster>('cloudnative-pg.yaml', 'Cluster');
  expect(clusters.map(complaints)).toEqual(clusters.map(() => ''));
  const { spec } = known(clusters[0]);
  expect(complaints({ ...clusters[0], spec: { ...spec, instance: 3 } })).toContain('"instance"');
});

async function objectsOf(file: string): Promise<Made[]> {
  const text = await readFile(join(projectRoot, 'k8s', file), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as Made);
}

/** The objects of a kind in a file of the folder k8s. */
async function made<T>(file: string, kind: string): Promise<Made<T>[]> {
  return (await objectsOf(file)).filter((object): object is Made<T> => object.kind === kind);
}

async function worker(): Promise<PodSpec> {
  return known(podsOf(await rendered(operators)).get('rapport-change-feed-worker'));
}

function environmentOf({ containers }: PodSpec): Record<string, string | undefined> {
  return Object.fromEntries(containers[0]?.env?.map(({ name, value }) => [name, value]) ?? []);
}

/** The Secrets of authorities that the worker trusts, each with its key. */
async function trusted(): Promise<unknown[]> {
  const { volumes = [] } = (await worker()) as unknown as { volumes?: { name: string; projected?: Projected }[] };
  const { sources } = known(volumes.find(({ name }) => name === 'trust')?.projected);
  return sources.map(({ secret }) => [secret.name, secret.items[0]?.key]);
}

interface Projected {
  readonly sources: readonly {
    readonly secret: { readonly name: string; readonly items: readonly { key: string }[] };
  }[];
}

/** The components of the platform, each with as many pods as its autoscaler may make. */
async function atLargest(): Promise<{ name: string; pods: number; resources: Resources }[]> {
  const objects = await rendered(operators);
  const scaled = new Map(
    objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ metadata, spec }) => [metadata.name, (spec as { maxReplicas: number }).maxReplicas]),
  );
  return objects
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const { replicas, template } = spec as { replicas?: number; template: { spec: PodSpec } };
      return {
        name: metadata.name.replace('rapport-', ''),
        pods: known(scaled.get(metadata.name) ?? replicas),
        resources: template.spec.containers[0]?.resources as Resources,
      };
    });
}

/** A quantity of Kubernetes as a number. */
function quantity(text: string): number {
  const units: Readonly<Record<string, number>> = { '': 1, m: 0.001, Mi: 2 ** 20, Gi: 2 ** 30 };
  const [, digits, unit = ''] = known(/^(\d+)(\w*)$/.exec(text) ?? undefined);
  return Number(digits) * known(units[unit]);
}
