import { randomBytes } from 'node:crypto';
import { Cluster } from './cluster/cluster.ts';
import { Entrance } from './cluster/entrance.ts';
import { Release } from './cluster/release.ts';
import { requireCluster } from './cluster/require-cluster.ts';
import { outerTest } from './outer/outer-test.ts';
import { Scene, type ClusterTestOptions } from './scene.ts';
import { lineOf, playSteps, type StepReport } from './step.ts';
import { daySteps } from './steps/day-steps.ts';
import { firstSteps, lastSteps } from './steps/short-steps.ts';

export type { ClusterTestOptions, SignIn } from './scene.ts';

/** Plays the test in a namespace of its own, which is gone when this returns. Throws where no test is possible. */
export async function clusterTest(
  projectRoot: string,
  options: ClusterTestOptions,
  say: (line: string) => void,
): Promise<StepReport[]> {
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
    const reports = await inNamespace(projectRoot, options, stopping.signal, say);
    if (options.day && reports.every(({ verdict }) => verdict !== 'failed')) {
      reports.push(...(await onOuterStores(projectRoot, options, stopping.signal, say)));
    }
    say('');
    reports.forEach((report) => say(lineOf(report)));
    return reports;
  } finally {
    endingSignals.forEach((signal) => process.off(signal, stop));
  }
}

async function inNamespace(
  projectRoot: string,
  options: ClusterTestOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<StepReport[]> {
  const cluster = new Cluster(newNamespace(), signal);
  const entrance = await Entrance.choose(cluster);
  const settings = { 'edge.service.nodePort': entrance.port, baseUrl: `http://localhost:${entrance.port}` };
  const release = new Release(cluster, projectRoot, settings);
  try {
    await cluster.make();
    say(`In the namespace ${cluster.namespace}, where Pod Security is restricted:`);
    const scene = new Scene({ projectRoot, options, cluster, entrance, release });
    return await playSteps([...firstSteps, ...(options.day ? daySteps : []), ...lastSteps], scene, say);
  } finally {
    entrance.close();
    await cluster.remove().catch((error: unknown) => {
      say(`The namespace ${cluster.namespace} may still be there: ${(error as Error).message}`);
    });
  }
}

async function onOuterStores(
  projectRoot: string,
  { storesAt, ...options }: ClusterTestOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<StepReport[]> {
  if (storesAt === undefined) {
    const seen = '--stores-at would name an address for servers';
    return [{ step: 'an installation on servers outside of the cluster', verdict: 'skipped', seconds: 0, seen }];
  }
  return outerTest(projectRoot, { ...options, storesAt }, new Cluster(newNamespace(), signal), say);
}

function newNamespace(): string {
  return `rapport-test-${randomBytes(3).toString('hex')}`;
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
