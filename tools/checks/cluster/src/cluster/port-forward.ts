import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

export interface Forwarding {
  readonly service: string;
  /** The port of the Service. */
  readonly to: number;
  readonly address: string;
  readonly port: number;
}

/** A port of this machine that leads to one pod of a Service, and ends with it. */
export class PortForward {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(cluster: Cluster, { service, to, address, port }: Forwarding): Promise<PortForward> {
    const words = ['--namespace', cluster.namespace, 'port-forward', `svc/${service}`, `${port}:${to}`];
    const options = { stdio: 'ignore', detached: true } as const;
    const forward = new PortForward(spawn('kubectl', [...words, '--address', address], options));
    if (!(await answers(`http://${address}:${port}`, tries, cluster.signal))) {
      forward.close();
      throw new Error(`kubectl port-forward to ${service} does not answer at ${address}:${port}.`);
    }
    return forward;
  }

  close(): void {
    this.#child.kill();
  }
}

/** Whether anything is answered at an address within so many tries. */
export async function answers(url: string, tries: number, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (answer !== undefined) {
      await answer.body?.cancel();
      return true;
    }
    await delay(200, undefined, { signal });
  }
  return false;
}

const tries = 50;
