import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chartFolder, chartValues, leavesOf, readValues } from '@rapport/generate';
import { haproxyProgram } from '@rapport/local-servers';
import { nameOf, officialImages } from '@rapport/local-servers/images';
import { expect, onTestFinished, test } from 'vitest';
import { known } from './known.ts';
import { podsOf, refusalOf, rendered, renderedText } from './render.ts';

const run = promisify(execFile);
const evaluation = ['values-evaluation.yaml'];
const production = ['values-production.yaml'];
const operators = [...production, 'values-operators.yaml'];

test.each([[evaluation], [production], [operators]])('rendering %s twice gives the same bytes', async (files) => {
  expect(await renderedText(files)).toBe(await renderedText(files));
});

test('values.yaml has each value that the schema names, and no other', async () => {
  const defaults = await readValues('values.yaml');
  expect(chartValues.safeParse(defaults).error?.issues).toBeUndefined();
  const absent = leavesOf(chartValues)
    .map(({ path }) => path)
    .filter(([first]) => first !== 'global' && first !== 'enabled')
    .filter(
      (path) =>
        path.reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name], defaults) ===
        undefined,
    );
  expect(absent).toEqual([]);
});

test.each([
  ['an unknown value', ['publicApi.replica=3'], "additional properties 'replica' not allowed"],
  ['a wrong type', ['publicApi.replicas=many'], 'got string, want integer'],
  ['a base address with a path', ['baseUrl=https://crm.example.com/crm'], 'does not match pattern'],
  ['an address of Redis without a scheme', ['redis.url=redis:6379'], "at '/redis/url'"],
  ['an address of mails with another scheme', ['mail.url=https://mail.example.com'], "at '/mail/url'"],
  ['an address of mailings with a blank', ['marketingMail.url=smtp://relay :25'], "at '/marketingMail/url'"],
  ['a broker without a port', ['kafka.brokers=kafka-0:9092\\,kafka-1'], "at '/kafka/brokers'"],
  ['a database without a host', ['database.control.host='], 'control has no host'],
  ['a cell without a host', ['database.cells.cell-2.port=5432'], 'cell-2 has no host'],
  ['no Redis', ['redis.existingSecret='], 'redis: set url'],
  ['no brokers', ['kafka.brokers='], 'kafka: set brokers'],
  ['no mail', ['mail.existingSecret='], 'mail: set url'],
  ['a certificate for an address without TLS', ['baseUrl=http://crm.example.com'], 'does not begin with https'],
  ['an Ingress for localhost', ['baseUrl=https://localhost'], 'baseUrl must be the address'],
  ['a route without a Gateway', ['httpRoute.enabled=true'], 'name the Gateways'],
  ['a monitor of metrics that nobody may read', ['networkPolicy.metricsFrom=null'], 'Name Prometheus'],
  ['a mechanism that is none', ['kafka.sasl.mechanism=gssapi'], "at '/kafka/sasl/mechanism'"],
  ['a login at Kafka without a user', ['kafka.sasl.mechanism=scram-sha-512'], 'a login has a username'],
  ['a user of Kafka without a mechanism', ['kafka.sasl.username=crm'], 'a login has a mechanism'],
  ['a password of Kafka without a mechanism', ['kafka.sasl.existingSecret=crm'], 'a login has a mechanism'],
  [
    'a password in the clear',
    ['kafka.sasl.mechanism=plain', 'kafka.sasl.username=crm', 'kafka.sasl.existingSecret=kafka'],
    'Set kafka.tls',
  ],
  ['TLS at the own Kafka', ['kafka.tls=true', 'stores.kafka.enabled=true'], 'has neither TLS nor a login'],
  ['trust of two kinds', ['trust[0].configMap=a', 'trust[0].secret=b', 'trust[0].key=ca.crt'], 'not both'],
  ['trust of nobody', ['trust[0].key=ca.crt'], 'names a configMap or a secret'],
  ['trust without a key', ['trust[0].secret=b'], 'the key of the certificate'],
  ['an instance name', ['publicApi.env.SERVICE_INSTANCE=1'], 'SERVICE_INSTANCE'],
])('%s is refused with a sentence', async (_, sets, sentence) => {
  expect(await refusalOf(production, sets)).toContain(sentence);
});

test('migrations as a hook beside a PostgreSQL of the chart are refused, because that is not there before them', async () => {
  expect(await refusalOf(evaluation, ['migrations.mode=hook'])).toContain('Set it to job');
});

test('servers have their official images, and values may name a registry, a tag or a digest', async () => {
  const imagesOf = async (sets: readonly string[] = []): Promise<Record<string, string | undefined>> => {
    const pods = podsOf(await rendered(evaluation, sets));
    const names = ['edge', 'postgres', 'redis', 'kafka', 'public-api'];
    return Object.fromEntries(names.map((name) => [name, pods.get(`rapport-${name}`)?.containers[0]?.image]));
  };
  const { postgres, redis, kafka, haproxy } = officialImages;
  expect(await imagesOf()).toMatchObject({
    postgres: nameOf(postgres),
    redis: nameOf(redis),
    kafka: nameOf(kafka),
    edge: nameOf(haproxy),
  });
  const digest = `sha256:${'0'.repeat(64)}`;
  const sets = [
    'stores.postgres.image.repository=registry.example/postgres',
    'stores.redis.image.tag=7.4',
    `stores.kafka.image.digest=${digest}`,
    `edge.image.digest=${digest}`,
    `image.digest=${digest}`,
  ];
  const named = await imagesOf(sets);
  expect(named).toMatchObject({
    postgres: `registry.example/postgres:${postgres.tag}`,
    redis: `${redis.repository}:7.4`,
    kafka: `${nameOf(kafka)}@${digest}`,
    edge: `${nameOf(haproxy)}@${digest}`,
  });
  expect(named['public-api']).toMatch(new RegExp(`^rapport:[0-9.]+@${digest}$`));
  expect(await refusalOf(evaluation, ['edge.image.digest=latest'])).toContain('does not match pattern');
});

test('the chart is good inside of another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-chart-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'charts'));
  await run('cp', ['-r', chartFolder, join(folder, 'charts', 'rapport')]);
  await writeFile(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: outer\nversion: 1.0.0\n');
  const inner = await readFile(join(chartFolder, 'values-evaluation.yaml'), 'utf8');
  const indented = inner.replace(/^(?=.)/gm, '  ');
  await writeFile(join(folder, 'values.yaml'), `global: { any: thing }\nrapport:\n  enabled: true\n${indented}`);
  expect(await renderedText([], [], folder)).toContain('name: rapport-edge');
});

test.each([[evaluation], [production], [operators]])(
  'every pod of %s is restricted, read-only, and asks for CPU',
  async (files) => {
    const pods = podsOf(await rendered(files));
    expect(pods.size).toBeGreaterThan(6);
    for (const [name, pod] of pods) {
      expect([name, pod.securityContext['runAsNonRoot'], pod.enableServiceLinks]).toEqual([name, true, false]);
      expect([name, pod.automountServiceAccountToken]).toEqual([name, name.endsWith('-secrets')]);
      for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
        expect([name, container.securityContext]).toEqual([
          name,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ]);
        expect([name, container.resources.requests?.['cpu']]).toEqual([name, expect.any(String)]);
      }
    }
  },
);

test('where a component scales by itself, the chart says nothing of its replicas', async () => {
  const objects = await rendered(production);
  const deployment = known(
    objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'rapport-public-api'),
  );
  expect(Object.keys(deployment.spec as object)).not.toContain('replicas');
  expect(objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name)).toEqual(
    ['rapport-application-api', 'rapport-edge', 'rapport-public-api', 'rapport-token-service'],
  );
});

test('the edge gets its generated text byte for byte, and every variable that stands in it', async () => {
  const objects = await rendered(production, [
    'edge.trustedProxies={10.0.0.0/8,fd00::/8}',
    'edge.origins={https://app.example.test}',
  ]);
  const map = known(objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'rapport-edge'));
  const text = await readFile(join(chartFolder, 'files', 'haproxy.cfg'), 'utf8');
  expect(map.data?.['haproxy.cfg']).toBe(text);
  expect(map.data?.['trusted-proxies']).toBe('10.0.0.0/8\nfd00::/8');
  expect(map.data?.['origins']).toBe('https://crm.example.com\nhttps://app.example.test');
  const env = known(podsOf(objects).get('rapport-edge')?.containers[0]?.env);
  const variables = new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name));
  expect(env.map(({ name }) => name).sort()).toEqual([...variables].sort());
  expect(env).toContainEqual({ name: 'PUBLIC_API_SERVICE', value: 'rapport-public-api' });
  expect(env).toContainEqual({ name: 'PROTOCOL', value: 'https' });
});

test('HAProxy takes the text of the edge without a word of complaint', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-haproxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'trusted-proxies'), '');
  await writeFile(join(folder, 'origins'), '');
  const text = await readFile(join(chartFolder, 'files', 'haproxy.cfg'), 'utf8');
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text.replaceAll('/etc/rapport/lists', folder));
  const env = podsOf(await rendered(evaluation)).get('rapport-edge')?.containers[0]?.env ?? [];
  const { stdout, stderr } = await run(await haproxyProgram(), ['-c', '-f', file], {
    env: Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
  });
  expect(`${stdout}${stderr}`).toContain('Configuration file is valid');
  expect(`${stdout}${stderr}`).not.toMatch(/ALERT|WARNING/);
});

test('no Secret is rendered, and the Job that makes one may touch that one alone', async () => {
  const objects = await rendered(evaluation);
  expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  const role = known(objects.find(({ kind }) => kind === 'Role')) as unknown as { rules: object[] };
  expect(role.rules).toEqual([
    { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
    { apiGroups: [''], resources: ['secrets'], resourceNames: ['rapport-secrets'], verbs: ['get', 'update'] },
  ]);
  expect((await rendered(production)).filter(({ kind }) => kind === 'Role')).toEqual([]);
});

test('Ingress and HTTPRoute lead to the edge alone, with the host of the base address', async () => {
  const sets = ['httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public'];
  const outside = (await rendered(production, sets)).filter(({ kind }) => ['Ingress', 'HTTPRoute'].includes(kind));
  const text = JSON.stringify(outside);
  expect(outside).toHaveLength(2);
  expect(text.match(/"crm\.example\.com"/g)?.length).toBeGreaterThanOrEqual(3);
  expect([...text.matchAll(/"name":"(rapport-[\w-]+)"/g)].map(([, name]) => name)).toEqual([
    'rapport-edge',
    'rapport-edge',
  ]);
});
