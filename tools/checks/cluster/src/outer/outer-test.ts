import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import { PrivateAuthority } from '@rapport/local-servers';
import { Cluster } from '../cluster/cluster.ts';
import { Entrance } from '../cluster/entrance.ts';
import { Release } from '../cluster/release.ts';
import { Scene, type ClusterTestOptions } from '../scene.ts';
import { playSteps, type StepReport } from '../step.ts';
import { makeLogins } from './logins.ts';
import { OuterInstallation } from './outer-installation.ts';
import { outerSettings } from './outer-settings.ts';
import { outerSteps } from './outer-steps.ts';
import { OuterStores } from './outer-stores.ts';
import { SecretsPage } from './secrets-page.ts';

/** Plays the steps of an installation on servers of this machine, in the namespace of the example, which allows nothing. */
export async function outerTest(
  options: ClusterTestOptions & { readonly storesAt: string },
  cluster: Cluster,
  say: (line: string) => void,
): Promise<StepReport[]> {
  const entrance = await Entrance.choose(cluster);
  const authority = await PrivateAuthority.make();
  const stores = await OuterStores.start(options.storesAt, authority);
  try {
    await cluster.applyText(await namespaceExample(cluster));
    const example = join(projectRoot, 'charts', 'rapport', 'values-production.yaml');
    const release = new Release(cluster, outerSettings(stores, entrance.port), [example]);
    const scene = new Scene({ options, cluster, entrance, release });
    const logins = await makeLogins(stores, cluster.signal);
    const page = await SecretsPage.read(cluster);
    const installation = new OuterInstallation({ scene, stores, authority, logins, page });
    await installation.trust('company-authorities', authority);
    say(`In the namespace ${cluster.namespace}, which denies what no policy allows:`);
    return await playSteps(outerSteps(installation), scene, say);
  } finally {
    entrance.close();
    await cluster.remove();
    await stores.stop();
    await authority.end();
  }
}

async function namespaceExample({ namespace }: Cluster): Promise<string> {
  const text = await readFile(join(projectRoot, 'k8s', 'namespace.yaml'), 'utf8');
  return text.replaceAll(/: crm$/gm, `: ${namespace}`);
}
