import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import { expect, test } from 'vitest';
import { known } from './known.ts';
import { podsOf, rendered, type Container, type PodSpec, type Rendered } from './render.ts';

const evaluation = ['values-evaluation.yaml'];
const production = ['values-production.yaml'];

test('no pod of the image of the project fills the disk of its node with temporary files', async () => {
  const pods = await ownPods(evaluation);
  expect(pods.map(([name]) => name).toSorted()).toEqual([
    'rapport-application-api',
    'rapport-change-feed-worker',
    expect.stringMatching(/^rapport-migrations-/),
    'rapport-public-api',
    'rapport-secrets',
    'rapport-smoke',
    'rapport-subscription-service',
    'rapport-token-service',
  ]);
  for (const [name, { volumes }] of pods) {
    const limits = volumes?.filter((volume) => volume.name === 'tmp').map(({ emptyDir }) => emptyDir?.sizeLimit);
    expect([name, limits]).toEqual([name, ['64Mi']]);
  }
});

test('a Job of migrations that differs has another name where no revision tells it, because none can be changed', async () => {
  const nameWith = async (set: string): Promise<string | undefined> =>
    [...podsOf(await rendered(production, ['migrations.mode=job', set])).keys()].find((name) => /-migr/.test(name));
  const usual = known(await nameWith('logLevel=info'));
  expect(await nameWith('logLevel=debug')).toBe(usual);
  const changes = ['image.tag=0.2.0', 'database.cells.cell-1.port=5433', 'nodeSelector.disk=fast'];
  const names = await Promise.all(changes.map(nameWith));
  expect(new Set([usual, ...names]).size).toBe(4);
});

test('the Job of migrations says how many tenants may be behind where the release goes on', async () => {
  const [[, job] = []] = [...podsOf(await rendered(production, ['migrations.failedMax=3']))].filter(([name]) =>
    /-migr/.test(name),
  );
  expect(known(job).containers[0]?.args).toContain('--failed-max=3');
});

test('what prints the SQL of the databases runs in a namespace that is restricted and has a quota', async () => {
  const page = await readFile(join(projectRoot, 'docs/operators/install.md'), 'utf8');
  const overrides = known(/kubectl run prepare [^']*--override-type=strategic --overrides='([^']*)'/.exec(page)?.[1]);
  const pod = (JSON.parse(overrides) as { spec: PodSpec }).spec;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const [container] = pod.containers as [Container];
  expect(container.name).toBe('prepare');
  expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
  const { requests = {}, limits = {} } = container.resources;
  expect([...Object.keys(requests), ...Object.keys(limits)]).toEqual(['cpu', 'memory', 'memory']);
});

test('more volumes are in every pod of the image of the project, and its containers find them', async () => {
  const sets = [
    'extraVolumes[0].name=company',
    'extraVolumes[0].configMap.name=company-ca',
    'extraVolumeMounts[0].name=company',
    'extraVolumeMounts[0].mountPath=/company',
  ];
  for (const [name, { initContainers = [], containers, volumes }] of await ownPods(evaluation, sets)) {
    expect([name, volumes]).toEqual([
      name,
      expect.arrayContaining([{ name: 'company', configMap: { name: 'company-ca' } }]),
    ]);
    for (const { volumeMounts } of [...initContainers, ...containers]) {
      expect(volumeMounts).toContainEqual({ name: 'company', mountPath: '/company' });
    }
  }
});

test('authorities of the values are trusted by every pod of the image of the project', async () => {
  const company = ['trust[0].configMap=company', 'trust[0].secret=', 'trust[0].key=ca.crt'];
  const sets = [...company, 'trust[1].secret=stores', 'trust[1].key=tls.crt'];
  const projected = {
    sources: [
      { configMap: { name: 'company', items: [{ key: 'ca.crt', path: '0.pem' }] } },
      { secret: { name: 'stores', items: [{ key: 'tls.crt', path: '1.pem' }] } },
    ],
  };
  const stores = /services?|token|api|worker|migrations/;
  for (const [name, { initContainers = [], containers, volumes }] of await ownPods(production, sets)) {
    expect([name, volumes]).toEqual([name, expect.arrayContaining([{ name: 'trust', projected }])]);
    for (const { volumeMounts, env } of [...initContainers, ...containers]) {
      expect(volumeMounts).toContainEqual({ name: 'trust', mountPath: '/trust', readOnly: true });
      if (stores.test(name)) {
        expect(env).toContainEqual({ name: 'SSL_CERT_DIR', value: '/trust' });
        expect(env).toContainEqual({ name: 'NODE_USE_SYSTEM_CA', value: '1' });
      }
    }
  }
});

test('all pods have the priority class that a value names', async () => {
  for (const [name, { priorityClassName }] of podsOf(await rendered(evaluation, ['priorityClassName=business']))) {
    expect([name, priorityClassName]).toEqual([name, 'business']);
  }
  const [first] = podsOf(await rendered(evaluation)).values();
  expect(first?.priorityClassName).toBeUndefined();
});

test('pods of one component prefer different zones beside different nodes, where no affinity of the values stands', async () => {
  for (const name of ['edge', 'public-api']) {
    const pod = known(podsOf(await rendered(production)).get(`rapport-${name}`));
    expect(pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual(['kubernetes.io/hostname']);
    expect(pod.affinity).toEqual({
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [zonesOf(name)] },
    });
  }
  const own = podsOf(await rendered(production, ['affinity.nodeAffinity.any=thing']));
  expect(own.get('rapport-edge')?.affinity).toEqual({ nodeAffinity: { any: 'thing' } });
});

test('values add labels to all objects and their pods, and none of them takes the place of one of the chart', async () => {
  const sets = [
    'commonLabels.team=crm',
    'commonLabels.app\\.kubernetes\\.io/name=other',
    'publicApi.podLabels.team=api',
  ];
  const objects = await rendered(evaluation, sets);
  for (const { kind, metadata, spec } of objects) {
    const expected = { team: 'crm', 'app.kubernetes.io/name': 'rapport' };
    expect([kind, metadata.name, metadata.labels]).toEqual([kind, metadata.name, expect.objectContaining(expected)]);
    const { template } = (spec ?? {}) as { template?: Pick<Rendered, 'metadata'> };
    const team = metadata.name === 'rapport-public-api' ? 'api' : 'crm';
    expect(template?.metadata.labels ?? { team }).toMatchObject({ team });
  }
});

test('values add annotations to all Deployments', async () => {
  const objects = await rendered(evaluation, ['deploymentAnnotations.reload=auto']);
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.annotations)).toEqual(deployments.map(() => ({ reload: 'auto' })));
});

function zonesOf(component: string): object {
  const matchLabels = {
    'app.kubernetes.io/name': 'rapport',
    'app.kubernetes.io/instance': 'rapport',
    'app.kubernetes.io/component': component,
  };
  return {
    weight: 100,
    podAffinityTerm: { topologyKey: 'topology.kubernetes.io/zone', labelSelector: { matchLabels } },
  };
}

/** The pods of services, Jobs and the test, by the names of what makes them. */
async function ownPods(files: readonly string[], sets: readonly string[] = []): Promise<[string, PodSpec][]> {
  const pods = [...podsOf(await rendered(files, sets))];
  return pods.filter(([, { containers }]) => containers[0]?.image.startsWith('rapport:'));
}
