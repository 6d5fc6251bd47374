import { projectRoot } from '@rapport/local-platform/project';
import { nextVersion } from '../next-version/next-version.ts';
import type { Scene } from '../scene.ts';
import { Skipped } from '../skipped.ts';

/** Goes to a version with more migrations and back to the code of before, which then runs on the newer schema. */
export async function toNextVersionAndBack(scene: Scene): Promise<string> {
  const { cluster, release } = scene;
  const version = await nextVersion(projectRoot);
  await requireImage(scene, version);
  const there = await scene.withoutFailure(() => release.upgrade({ 'image.tag': version }));
  const columns = await cluster.sql(
    'rapport_cell_1',
    `select count(*) from information_schema.columns where column_name = 'next_version'`,
  );
  if (Number(columns) === 0) {
    throw new Error('The upgrade applied no migration.');
  }
  const back = await scene.withoutFailure(() => release.rollback());
  return `there ${there}; back ${back}`;
}

async function requireImage({ cluster }: Scene, version: string): Promise<void> {
  await cluster.apply(probeOf(version));
  let isThere = false;
  await cluster.until('a pod of the next version has run or found no image', async () => {
    const [pod] = await cluster.pods('probe');
    isThere = pod?.isDone ?? false;
    return isThere || pod?.pullFailure !== undefined;
  });
  await cluster.kubectl('delete', 'pod', 'probe', '--grace-period=0', '--force');
  if (!isThere) {
    const build = 'node tools/checks/cluster/src/next-version/main.ts dist';
    throw new Skipped(`the image rapport:${version} is not in the cluster; ${build} writes it`);
  }
}

function probeOf(version: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'probe', labels: { 'app.kubernetes.io/component': 'probe' } },
    spec: {
      restartPolicy: 'Never',
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'probe',
          image: `rapport:${version}`,
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  };
}
