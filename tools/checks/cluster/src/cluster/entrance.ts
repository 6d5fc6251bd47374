import type { Cluster } from './cluster.ts';
import { answers, PortForward } from './port-forward.ts';

interface ServiceObject {
  readonly spec: { readonly ports?: readonly { readonly nodePort?: number }[] };
}

/** The way from this machine to the edge: the port that every node opens, or a forwarded one. */
export class Entrance {
  readonly port: number;
  readonly url: string;
  #forward: PortForward | undefined;

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
    if (this.isForwarded || (await answers(this.url, nodePortTries, cluster.signal))) {
      return;
    }
    const { port } = this;
    this.#forward = await PortForward.open(cluster, { service: 'rapport-edge', to: 80, address: '127.0.0.1', port });
  }

  /** A forwarded port ends with its pod. */
  async openAgain(cluster: Cluster): Promise<void> {
    if (this.isForwarded) {
      this.close();
      await this.open(cluster);
    }
  }

  close(): void {
    this.#forward?.close();
    this.#forward = undefined;
  }
}

const nodePortTries = 10;
