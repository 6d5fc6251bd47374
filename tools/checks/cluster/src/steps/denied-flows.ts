import type { Scene } from '../scene.ts';
import { Skipped } from '../skipped.ts';

/** A pod of another application may come to none of these: the port of each component, and of it alone. */
const denied = [
  ['postgres', 5432],
  ['redis', 6379],
  ['kafka', 9092],
  ['public-api', 8080],
  ['token-service', 8080],
  ['application-api', 8080],
  ['subscription-service', 8081],
] as const;

/** Tries the flows that the network policies deny, from a pod that is none of the release. */
export async function deniedFlows({ cluster }: Scene): Promise<string> {
  await cluster.apply(strangerObject);
  await cluster.until('a stranger runs', async () => (await cluster.pods('stranger')).some(({ isReady }) => isReady));
  const reaches = async (component: string, port: number): Promise<boolean> => {
    const [pod] = await cluster.pods(component);
    const words = ['timeout', '3', 'nc', pod?.address ?? '', String(port), '-e', 'true'];
    return cluster.kubectl('exec', 'stranger', '--', ...words).then(
      () => true,
      () => false,
    );
  };
  await cluster.until('a stranger reaches the edge', () => reaches('edge', 8080), 15_000);
  const open: string[] = [];
  for (const [component, port] of denied) {
    if (await reaches(component, port)) {
      open.push(`${component}:${port}`);
    }
  }
  await cluster.kubectl('delete', 'pod', 'stranger', '--grace-period=0', '--force');
  if (open.length === denied.length) {
    throw new Skipped('this cluster enforces no NetworkPolicy');
  }
  if (open.length > 0) {
    throw new Error(`A pod of another application reaches ${open.join(', ')}.`);
  }
  return `another pod reaches the edge, and none of ${denied.map(([component]) => component).join(', ')}`;
}

const strangerObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'stranger', labels: { 'app.kubernetes.io/component': 'stranger' } },
  spec: {
    securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'stranger',
        image: 'busybox:1.36',
        command: ['sleep', '3600'],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
};
