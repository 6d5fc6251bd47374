import { join } from 'node:path';
import { newPassword } from '@rapport/installation';
import { Cluster } from '../cluster/cluster.ts';
import { Entrance } from '../cluster/entrance.ts';
import { Release } from '../cluster/release.ts';
import { applySecrets, outerSettings } from '../outer-stores/outer-settings.ts';
import { execute, OuterStores } from '../outer-stores/outer-stores.ts';
import type { Scene } from '../scene.ts';
import { Skipped } from '../skipped.ts';
import { firstCall } from './first-call.ts';
import { remains } from './remains.ts';

/** Installs the example for production on servers outside of the cluster, with every mistake that an operator may make first. */
export async function outerStores(scene: Scene): Promise<string> {
  const { storesAt } = scene.options;
  if (storesAt === undefined) {
    throw new Skipped('--stores-at would name an address for servers');
  }
  const cluster = new Cluster(`${scene.cluster.namespace}-outer`, scene.cluster.signal);
  const entrance = await Entrance.choose(cluster);
  const stores = await OuterStores.start(storesAt);
  try {
    await cluster.make();
    return await installOn(stores, cluster, entrance, scene.projectRoot);
  } finally {
    entrance.close();
    await cluster.remove();
    await stores.stop();
  }
}

async function installOn(
  stores: OuterStores,
  cluster: Cluster,
  entrance: Entrance,
  projectRoot: string,
): Promise<string> {
  const example = join(projectRoot, 'charts', 'rapport', 'values-production.yaml');
  const release = new Release(cluster, projectRoot, outerSettings(stores, entrance.port), [example]);
  const password = newPassword();
  await stores.makeInstaller(password);
  await execute(
    stores.cell,
    `create database rapport_cell_1 locale_provider builtin builtin_locale 'C.UTF-8' ${typesC}`,
  );
  const installed = release.install();
  const mended = mendEach(cluster, stores, password);
  await Promise.all([installed, mended]);
  await release.test();
  const called = await firstCall({ cluster, release, entrance });
  await release.uninstall();
  await cluster.kubectl('delete', 'secret', 'rapport', 'rapport-redis');
  return `${await mended}; ${called}; after the uninstall ${await remains(cluster)}`;
}

/** Waits for what is said of each mistake, and mends that, while one and the same installation goes on. */
async function mendEach(cluster: Cluster, stores: OuterStores, password: string): Promise<string> {
  await said('a Secret that is missing', async () => (await events(cluster)).includes('secret "rapport" not found'));
  await applySecrets(cluster, stores, password);
  await said('a role without rights', async () =>
    (await logs(cluster, 'prepare')).includes('needs CREATEROLE and CREATEDB'),
  );
  await stores.onEach('alter role installer createrole createdb');
  await said('LC_CTYPE C', async () => (await logs(cluster, 'migrate')).includes('was made with LC_CTYPE C'));
  await execute(stores.cell, 'drop database rapport_cell_1 with (force)');
  // A pod that comes in its place prepares once more, and makes the database.
  await cluster.kubectl('delete', 'pod', '--selector', migrations);
  return 'a missing Secret, a role without rights and LC_CTYPE C were said, and the same installation went on';

  async function said(what: string, isSaid: () => Promise<boolean>): Promise<void> {
    await cluster.until(`a sentence tells of ${what}`, isSaid);
  }
}

const typesC = `template template0 lc_ctype 'C'`;
const migrations = 'app.kubernetes.io/component=migrations';

function events(cluster: Cluster): Promise<string> {
  return cluster.kubectl('get', 'events', '--output', 'jsonpath={.items[*].message}');
}

function logs(cluster: Cluster, container: string): Promise<string> {
  const words = ['logs', '--selector', migrations, '--container', container];
  return cluster.kubectl(...words, '--prefix', '--tail', '20', '--ignore-errors');
}
