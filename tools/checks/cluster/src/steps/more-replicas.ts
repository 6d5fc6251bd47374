import type { Scene } from '../scene.ts';
import { Skipped } from '../skipped.ts';

/** Lets load raise the number of pods, where the cluster measures what they use. */
export async function autoscaling(scene: Scene): Promise<string> {
  const { cluster, release } = scene;
  await cluster.kubectl('get', '--raw', '/apis/metrics.k8s.io/v1beta1/nodes').catch(() => {
    throw new Skipped('this cluster serves no metrics');
  });
  const of = 'publicApi.autoscaling';
  await release.upgrade({
    [`${of}.enabled`]: true,
    [`${of}.minReplicas`]: 1,
    [`${of}.maxReplicas`]: 2,
    [`${of}.targetCPUUtilizationPercentage`]: 30,
  });
  return scene.withoutFailure(async () => {
    await cluster.until('the load raises the replicas', async () => (await cluster.pods('public-api')).length > 1);
    await cluster.settled();
  });
}
