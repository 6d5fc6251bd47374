import type { Scene } from '../scene.ts';
import type { Step } from '../step.ts';

/** Pods that are scaled, killed and deleted while requests come. */
export const podsThatGo: readonly Step[] = [
  {
    name: 'public-api from 1 to 3 and back to 1',
    run: (scene) =>
      scene.withoutFailure(async () => {
        await scene.release.upgrade({ 'publicApi.replicas': 3 });
        await scene.release.upgrade({ 'publicApi.replicas': 1 });
      }),
  },
  {
    name: 'the only pod of public-api is killed',
    run: async (scene) => {
      const tally = await scene.underLoad(() => kill(scene, 'public-api'));
      tally.expectOnlyRefusals();
      tally.expectFailuresWithin(5_000);
      return tally.toString();
    },
  },
  {
    name: 'one of two pods of public-api is killed',
    run: (scene) =>
      withReplicas(scene, 'publicApi', 2, () =>
        scene.withoutFailure(() => kill(scene, 'public-api'), { isRepeating: true }),
      ),
  },
  {
    name: 'one of two pods of the edge is killed',
    run: (scene) =>
      withReplicas(scene, 'edge', 2, async () => {
        const tally = await scene.underLoad(() => kill(scene, 'edge'));
        tally.expectFailuresWithin(3_000);
        return tally.toString();
      }),
  },
  {
    name: 'the worker that leads is killed',
    run: (scene) =>
      withReplicas(scene, 'changeFeedWorker', 2, async () => {
        const leader = await leaderOf(scene);
        const seen = await scene.withoutFailure(() => killPod(scene, leader));
        await scene.cluster.until('the outbox is empty', async () => (await outboxRows(scene)) === '0', 30_000);
        return `${seen}; the outbox is empty`;
      }),
  },
  { name: "PostgreSQL's pod is deleted", run: deletePostgres },
];

async function kill(scene: Scene, component: string): Promise<void> {
  const [pod] = await scene.cluster.pods(component);
  await killPod(scene, pod?.name ?? '');
}

async function killPod({ cluster }: Scene, name: string): Promise<void> {
  await cluster.kubectl('delete', 'pod', name, '--grace-period=0', '--force');
  await cluster.settled();
}

/** Scales a component by its value for the time of the work. */
async function withReplicas(
  scene: Scene,
  values: string,
  replicas: number,
  work: () => Promise<string>,
): Promise<string> {
  await scene.release.upgrade({ [`${values}.replicas`]: replicas });
  const seen = await work();
  await scene.release.upgrade({ [`${values}.replicas`]: 1 });
  return seen;
}

/** The name of the pod whose connection holds the lock of the leader. */
async function leaderOf({ cluster }: Scene): Promise<string> {
  const address = await cluster.sql(
    'rapport_cell_1',
    `select host(client_addr) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and usename = 'rapport_change_feed_worker' limit 1`,
  );
  const leader = (await cluster.pods('change-feed-worker')).find((pod) => pod.address === address);
  if (leader === undefined) {
    throw new Error(`No pod of the worker leads; the lock is held from ${address}.`);
  }
  return leader.name;
}

function outboxRows({ cluster }: Scene): Promise<string> {
  return cluster.sql('rapport_cell_1', 'select count(*) from cell.outbox');
}

async function deletePostgres(scene: Scene): Promise<string> {
  const { cluster } = scene;
  const lives = async (): Promise<string[]> => {
    const pods = (await cluster.pods()).filter(({ component, isDone }) => component !== 'postgres' && !isDone);
    return pods.map(({ name, restarts }) => `${name} (${restarts} restarts)`);
  };
  const before = await lives();
  const tally = await scene.underLoad(async () => {
    await cluster.kubectl('delete', 'pod', 'rapport-postgres-0');
    await cluster.settled();
  });
  tally.expectOnlyRefusals();
  const others = (await lives()).filter((life) => !before.includes(life));
  if (others.length > 0) {
    throw new Error(`Services were started again: ${others.join(', ')}.`);
  }
  const after = await scene.withoutFailure(() => cluster.pause(3_000));
  return `${tally.toString()}; then ${after}; no service was started again`;
}
