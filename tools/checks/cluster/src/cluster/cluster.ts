import { setTimeout as delay } from 'node:timers/promises';
import { podOf, type Pod, type PodObject } from './pod.ts';
import { runProgram } from './run-program.ts';

interface DeploymentObject {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

/** One namespace of the cluster of the present context. */
export class Cluster {
  readonly namespace: string;
  /** Ends what is under way. */
  readonly signal: AbortSignal;

  constructor(namespace: string, signal: AbortSignal) {
    this.namespace = namespace;
    this.signal = signal;
  }

  /** The namespace for work that must be done after the test was stopped. */
  unstopped(): Cluster {
    return new Cluster(this.namespace, new AbortController().signal);
  }

  /** Makes the namespace, where Pod Security is restricted. */
  async make(): Promise<void> {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await this.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace, labels } });
  }

  /** Removes the namespace with all that is in it, also after the test was stopped. */
  async remove(): Promise<void> {
    await this.unstopped().kubectl('delete', 'namespace', this.namespace, '--ignore-not-found', '--timeout=180s');
  }

  kubectl(...words: readonly string[]): Promise<string> {
    return runProgram('kubectl', ['--namespace', this.namespace, ...words], { signal: this.signal });
  }

  async apply(object: object): Promise<void> {
    await this.applyText(JSON.stringify(object));
  }

  async applyText(text: string): Promise<void> {
    const words = ['--namespace', this.namespace, 'apply', '--filename', '-'];
    await runProgram('kubectl', words, { signal: this.signal, input: text });
  }

  /** The objects of a kind, as the caller knows their members. */
  async list<T>(kind: string, ...words: readonly string[]): Promise<readonly T[]> {
    const text = await this.kubectl('get', kind, '--output', 'json', ...words);
    return (JSON.parse(text) as { items: readonly T[] }).items;
  }

  /** The answer to an operator's command, asked inside of a pod of the subscription service. */
  async admin(...words: readonly string[]): Promise<unknown> {
    const command = ['rapport', 'admin', ...words, '--json'];
    return JSON.parse(await this.kubectl('exec', 'deploy/rapport-subscription-service', '--', ...command));
  }

  /** The answer to one statement in a database of the namespace's own PostgreSQL. */
  async sql(database: string, text: string): Promise<string> {
    const words = ['--username', 'postgres', '--dbname', database, '--tuples-only', '--no-align', '--command', text];
    return (await this.kubectl('exec', 'rapport-postgres-0', '--', 'psql', ...words)).trim();
  }

  async pods(component?: string): Promise<readonly Pod[]> {
    const pods = (await this.list<PodObject>('pods')).map(podOf);
    return component === undefined ? pods : pods.filter((pod) => pod.component === component);
  }

  /** Waits until every Deployment is as it was asked for, and former pods have drained, which kubectl does not wait for. */
  async settled(): Promise<void> {
    await this.until('All pods are ready and former ones have ended', async () => {
      const deployments = await this.list<DeploymentObject>('deployments');
      const pods = (await this.pods()).filter(({ isDone }) => !isDone);
      return deployments.every(isComplete) && pods.every(({ isReady, isGoing }) => isReady && !isGoing);
    });
  }

  /** Waits until the condition holds. A failed look counts as no, because the API server may be busy. */
  async until(what: string, condition: () => Promise<boolean>, timeoutMs = 180_000): Promise<void> {
    for (const end = performance.now() + timeoutMs; !(await condition().catch(() => false));) {
      if (performance.now() > end) {
        throw new Error(`Not within ${timeoutMs / 1_000} s: ${what}.`);
      }
      await this.pause(lookMs);
    }
  }

  async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
  }
}

function isComplete({ metadata, spec, status }: DeploymentObject): boolean {
  return (
    status.observedGeneration === metadata.generation &&
    [status.replicas, status.updatedReplicas, status.availableReplicas].every((count) => (count ?? 0) === spec.replicas)
  );
}

/** A look takes two processes of kubectl, each more than a tenth of a second of the processor, which the pods want too. */
const lookMs = 1_500;
