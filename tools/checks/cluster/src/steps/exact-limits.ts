import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import { PortForward } from '../cluster/port-forward.ts';
import type { Outside } from '../cluster/outside.ts';
import type { Scene } from '../scene.ts';

/** Plays the workloads of k6 that count to the unit from outside, with one process of each service and with three. */
export async function exactLimits(scene: Scene): Promise<string> {
  const { cluster, release } = scene;
  const outside = await scene.outside();
  const folder = await mkdtemp(join(tmpdir(), 'rapport-cluster-test-'));
  const credentialFile = join(folder, 'operator');
  const words = ['get', 'secret', 'rapport-secrets', '--output', 'jsonpath={.data.OPERATOR_CREDENTIAL}'];
  await writeFile(credentialFile, Buffer.from(await cluster.kubectl(...words), 'base64'), { mode: 0o600 });
  const seen: string[] = [];
  try {
    for (const replicas of [1, 3]) {
      await release.upgrade({ 'publicApi.replicas': replicas, 'tokenService.replicas': replicas });
      seen.push(`${replicas}: ${await playBoth(scene, outside, credentialFile)}`);
    }
    await release.upgrade({ 'publicApi.replicas': 1, 'tokenService.replicas': 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
  return `with this many processes: ${seen.join('; ')}`;
}

async function playBoth(scene: Scene, outside: Outside, credentialFile: string): Promise<string> {
  const { cluster, entrance } = scene;
  // The operators' API is reached from this machine alone, so a port leads there as long as k6 runs.
  const port = entrance.port + 1_000;
  const forwarding = { service: 'rapport-operators', to: 80, address: outside.node, port };
  const forward = await PortForward.open(cluster, forwarding);
  try {
    // The one asks from a single address, the other from two.
    for (const [workload, from] of [
      ['limits', outside.addresses.slice(0, 1)],
      ['keys', outside.addresses.slice(0, 2)],
    ] as const) {
      await outside.run(
        [
          join(projectRoot, 'tools', 'front-door', 'src', 'main.ts'),
          ...['load', workload, '--base-url', `http://${outside.node}:${entrance.port}`],
          ...['--operator-url', `http://${outside.node}:${port}`, '--credential-file', credentialFile],
        ],
        { K6_LOCAL_IPS: from.join(',') },
      );
    }
  } finally {
    forward.close();
  }
  return 'limits and keys are exact';
}
