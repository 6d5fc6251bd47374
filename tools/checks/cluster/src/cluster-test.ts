import { randomBytes } from 'node:crypto';
import { WrongUse, type Outcome } from '@rapport/command-line';
import { outcomeOfAll } from '@rapport/testbed';
import { Cluster } from './cluster/cluster.ts';
import { Entrance } from './cluster/entrance.ts';
import { Release } from './cluster/release.ts';
import { requireCluster } from './cluster/require-cluster.ts';
import { outerTest } from './outer/outer-test.ts';
import { Scene, type ClusterTestOptions } from './scene.ts';
import { lineOf, playSteps, type StepReport } from './step.ts';
import { daySteps } from './steps/day-steps.ts';
import { firstSteps, lastSteps } from './steps/short-steps.ts';

interface ClusterTestValues {
  readonly day: boolean;
  readonly disturb: boolean;
  readonly outside: string | undefined;
  readonly 'stores-at': string | undefined;
}

/** Plays the test of the chart on a cluster. */
export async function clusterTest(values: ClusterTestValues, say: (line: string) => void): Promise<Outcome> {
  const { day, disturb, outside, 'stores-at': storesAt } = values;
  if (!day && (disturb || outside !== undefined || storesAt !== undefined)) {
    throw new WrongUse('--outside, --stores-at and --disturb belong to --day.');
  }
  const words = outside?.split(' ').filter((word) => word !== '') ?? [];
  return outcomeOfAll('steps', await playTest({ day, disturb, outside: words, storesAt }, say));
}

/** Plays the test in a namespace of its own, which is gone when this returns. Throws where no test is possible. */
async function playTest(options: ClusterTestOptions, say: (line: string) => void): Promise<StepReport[]> {
  const stopping = new AbortController();
  const stop = (): void => {
    if (!stopping.signal.aborted) {
      say('Stopping, and removing what was made.');
      stopping.abort(new Error('The test was stopped.'));
    }
  };
  endingSignals.forEach((signal) => process.on(signal, stop));
  try {
    await requireCluster(stopping.signal);
    const reports = await inNamespace(options, stopping.signal, say);
    if (options.day && reports.every(({ verdict }) => verdict !== 'failed')) {
      reports.push(...(await onOuterStores(options, stopping.signal, say)));
    }
    say('');
    reports.forEach((report) => say(lineOf(report)));
    return reports;
  } finally {
    endingSignals.forEach((signal) => process.off(signal, stop));
  }
}

async function inNamespace(
  options: ClusterTestOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<StepReport[]> {
  const cluster = new Cluster(newNamespace(), signal);
  const entrance = await Entrance.choose(cluster);
  const settings = { 'edge.service.nodePort': entrance.port, baseUrl: `http://localhost:${entrance.port}` };
  const release = new Release(cluster, settings);
  try {
    await cluster.make();
    say(`In the namespace ${cluster.namespace}, where Pod Security is restricted:`);
    const scene = new Scene({ options, cluster, entrance, release });
    return await playSteps([...firstSteps, ...(options.day ? daySteps : []), ...lastSteps], scene, say);
  } finally {
    entrance.close();
    await cluster.remove().catch((error: unknown) => {
      say(`The namespace ${cluster.namespace} may still be there: ${(error as Error).message}`);
    });
  }
}

async function onOuterStores(
  { storesAt, ...options }: ClusterTestOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<StepReport[]> {
  if (storesAt === undefined) {
    const seen = '--stores-at would name an address for servers';
    return [{ step: 'an installation on servers outside of the cluster', verdict: 'skipped', seconds: 0, seen }];
  }
  return outerTest({ ...options, storesAt }, new Cluster(newNamespace(), signal), say);
}

function newNamespace(): string {
  return `rapport-test-${randomBytes(3).toString('hex')}`;
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
