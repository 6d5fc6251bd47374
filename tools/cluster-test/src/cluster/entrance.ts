import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

interface ServiceObject {
  readonly spec: { readonly ports?: readonly { readonly nodePort?: number }[] };
}

/** The way from this machine to the edge: the port that every node opens, or a forwarded one. */
export class Entrance {
  readonly port: number;
  readonly url: string;
  #forward: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** A port of nodes that no Service of the cluster has: the evaluation's own, or a later one. */
  static async choose(cluster: Cluster): Promise<Entrance> {
    const services = await cluster.list<ServiceObject>('services', '--all-namespaces');
    const taken = services.flatMap(({ spec }) => spec.ports ?? []).map(({ nodePort }) => nodePort);
    const free = Array.from({ length: 100 }, (_, index) => 30_080 + index).find((port) => !taken.includes(port));
    if (free === undefined) {
      throw new Error('The ports of nodes from 30080 on are taken.');
    }
    return new Entrance(free);
  }

  /** Whether requests go through one pod of the edge, and break when that ends. */
  get isForwarded(): boolean {
    return this.#forward !== undefined;
  }

  async open(cluster: Cluster): Promise<void> {
    if (this.isForwarded || (await this.#answers(nodePortTries, cluster.signal))) {
      return;
    }
    const words = ['--namespace', cluster.namespace, 'port-forward', 'svc/rapport-edge', `${this.port}:80`];
    this.#forward = spawn('kubectl', words, { stdio: 'ignore', detached: true });
    if (!(await this.#answers(forwardTries, cluster.signal))) {
      throw new Error(`Neither the port ${this.port} of a node nor kubectl port-forward answers at ${this.url}.`);
    }
  }

  /** A forwarded port ends with its pod. */
  async openAgain(cluster: Cluster): Promise<void> {
    if (this.isForwarded) {
      this.close();
      await this.open(cluster);
    }
  }

  close(): void {
    this.#forward?.kill();
    this.#forward = undefined;
  }

  async #answers(tries: number, signal: AbortSignal): Promise<boolean> {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const answer = await fetch(this.url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
      if (answer !== undefined) {
        await answer.body?.cancel();
        return true;
      }
      await delay(200, undefined, { signal });
    }
    return false;
  }
}

const nodePortTries = 10;
const forwardTries = 50;
