import type { Scene } from '../scene.ts';
import { Skipped } from '../skipped.ts';

const system = ['--namespace', 'kube-system'];

/** Takes the cluster's name server away for a minute. */
export async function nameServerAway(scene: Scene): Promise<string> {
  const { cluster, options } = scene;
  if (!options.disturb) {
    throw new Skipped('--disturb would allow it');
  }
  const found = await cluster
    .kubectl(...system, 'get', 'deployment', 'coredns', '--output', 'jsonpath={.spec.replicas}')
    .catch(() => '');
  if (Number(found) === 0) {
    throw new Skipped('the name server of this cluster is no Deployment coredns in kube-system');
  }
  const scale = (kubectl: typeof cluster, replicas: string): Promise<string> =>
    kubectl.kubectl(...system, 'scale', 'deployment', 'coredns', `--replicas=${replicas}`);
  try {
    return await scene.withoutFailure(async () => {
      await scale(cluster, '0');
      await cluster.pause(60_000);
    });
  } finally {
    await scale(cluster.unstopped(), found);
    await cluster.unstopped().kubectl(...system, 'rollout', 'status', 'deployment', 'coredns', '--timeout=60s');
  }
}
