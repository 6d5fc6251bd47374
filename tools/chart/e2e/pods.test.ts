import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@rapport/rapport';
import { expect, test } from 'vitest';
import { known } from './known.ts';
import { podsOf, rendered, type Container, type PodSpec } from './render.ts';

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

/** The pods of services, Jobs and the test, by the names of what makes them. */
async function ownPods(files: readonly string[], sets: readonly string[] = []): Promise<[string, PodSpec][]> {
  const pods = [...podsOf(await rendered(files, sets))];
  return pods.filter(([, { containers }]) => containers[0]?.image.startsWith('rapport:'));
}
