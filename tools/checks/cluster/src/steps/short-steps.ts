import type { Step } from '../step.ts';
import { firstCall } from './first-call.ts';
import { remains } from './remains.ts';
import { signingUp } from './signing-up.ts';

/** The beginning of every test. */
export const firstSteps: readonly Step[] = [
  {
    name: 'install an evaluation',
    run: async ({ release, cluster }) => {
      await release.install();
      const pods = await cluster.pods();
      return `${pods.filter(({ isReady }) => isReady).length} pods are ready`;
    },
  },
  { name: 'first call', run: firstCall },
  {
    name: 'helm test',
    run: async ({ release }) => {
      await release.test();
      return 'the platform answers inside of the cluster';
    },
  },
  {
    name: 'rolling restart of everything',
    run: async (scene) => {
      const { cluster, entrance } = scene;
      const names = (await cluster.kubectl('get', 'deployments', '--output=name')).trim().split('\n');
      // A forwarded port leads to one pod of the edge, so the edge rolls when no request comes.
      const rolled = entrance.isForwarded ? names.filter((name) => !name.endsWith('-edge')) : names;
      const seen = await scene.withoutFailure(async () => {
        await cluster.kubectl('rollout', 'restart', ...rolled);
        await cluster.settled();
      });
      if (!entrance.isForwarded) {
        return seen;
      }
      await cluster.kubectl('rollout', 'restart', 'deployment/rapport-edge');
      await cluster.settled();
      await entrance.openAgain(cluster);
      return `${seen}; the edge was restarted without requests, because a forwarded port ends with its pod`;
    },
  },
  {
    name: 'helm upgrade that changes all services',
    run: (scene) => scene.withoutFailure(() => scene.release.upgrade({ logLevel: 'debug' })),
  },
  { name: 'a company signs up', run: signingUp },
];

/** The end of every test. */
export const lastSteps: readonly Step[] = [
  {
    name: 'uninstall',
    run: async ({ release, cluster }) => {
      await release.uninstall();
      return remains(cluster);
    },
  },
];
