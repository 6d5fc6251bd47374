import type { Cluster } from '../cluster/cluster.ts';
import { firstCall } from '../steps/first-call.ts';
import { applySecrets } from './outer-settings.ts';
import type { OuterInstallation } from './outer-installation.ts';
import { execute } from './outer-stores.ts';

/** Installs the example for production, with every mistake that an operator may make first. */
export async function installing(installation: OuterInstallation): Promise<string> {
  const { scene, stores } = installation;
  await execute(
    stores.cell,
    `create database rapport_cell_1 locale_provider builtin builtin_locale 'C.UTF-8' ${typesC}`,
  );
  const installed = scene.release.install();
  const mended = mendEach(installation);
  await Promise.all([installed, mended]);
  await scene.release.test();
  return `${await mended}; ${await firstCall(scene)}`;
}

/** Waits for what is said of each mistake, and mends that, while one and the same installation goes on. */
async function mendEach({ scene: { cluster }, stores, logins }: OuterInstallation): Promise<string> {
  await said('a Secret that is missing', async () => (await events(cluster)).includes('secret "rapport" not found'));
  await applySecrets(cluster, stores, logins);
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
