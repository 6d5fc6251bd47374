import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '@rapport/local-platform/project';
import type { Cluster } from './cluster.ts';
import { runProgram } from './run-program.ts';

export type Settings = Readonly<Record<string, string | number | boolean>>;

/** The chart, installed as rapport in the namespace of a cluster. */
export class Release {
  readonly #cluster: Cluster;
  readonly #chart: string;
  /** Files of values and single values that every upgrade repeats. */
  readonly #files: readonly string[];
  #settings: Settings;

  constructor(cluster: Cluster, settings: Settings, files?: readonly string[]) {
    this.#cluster = cluster;
    this.#chart = join(projectRoot, 'charts', 'rapport');
    this.#files = files ?? [join(this.#chart, 'values-evaluation.yaml')];
    this.#settings = settings;
  }

  async install(): Promise<void> {
    await this.#unlessUnpulled(['install', 'rapport', this.#chart, ...this.#values(), '--wait', ...patience]);
  }

  /** Changes values, which stay changed. */
  async upgrade(settings: Settings): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    await this.#unlessUnpulled(['upgrade', 'rapport', this.#chart, ...this.#values(), '--wait', ...patience]);
    await this.#cluster.settled();
  }

  /** Tries values that do not get through, and stays with those of before. */
  async refusedUpgrade(settings: Settings): Promise<void> {
    const words = ['upgrade', 'rapport', this.#chart, ...this.#values({ ...this.#settings, ...settings })];
    const isThrough = await this.#helm([...words, '--wait', '--timeout', '60s']).then(
      () => true,
      () => false,
    );
    if (isThrough) {
      throw new Error('The upgrade got through.');
    }
  }

  async rollback(): Promise<void> {
    await this.#helm(['rollback', 'rapport', '--wait', ...patience]);
    await this.#cluster.settled();
  }

  async test(): Promise<void> {
    await this.#helm(['test', 'rapport', '--timeout', '120s']);
  }

  async uninstall(): Promise<void> {
    await this.#helm(['uninstall', 'rapport', '--wait', ...patience]);
  }

  notes(): Promise<string> {
    return this.#helm(['get', 'notes', 'rapport']);
  }

  #values(settings = this.#settings): string[] {
    const files = this.#files.flatMap((file) => ['--values', file]);
    return [...files, ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`])];
  }

  #helm(words: readonly string[], signal: AbortSignal = this.#cluster.signal): Promise<string> {
    return runProgram('helm', ['--namespace', this.#cluster.namespace, ...words], { signal });
  }

  /** Helm waits minutes for a pod whose image is not there, and then says nothing of it. */
  async #unlessUnpulled(words: readonly string[]): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.#cluster.signal, ending.signal]);
    const helm = this.#helm(words, signal);
    try {
      await Promise.race([helm, this.#pullFailure(signal)]);
    } finally {
      ending.abort();
      await helm.catch(() => undefined);
    }
  }

  async #pullFailure(signal: AbortSignal): Promise<never> {
    for (;;) {
      await delay(1_000, undefined, { signal });
      const pod = (await this.#cluster.pods()).find(({ pullFailure }) => pullFailure !== undefined);
      if (pod !== undefined) {
        throw new Error(
          `The image of ${pod.name} is not in the cluster, and cannot be pulled: ${pod.pullFailure ?? ''}`,
        );
      }
    }
  }
}

const patience = ['--timeout', '240s'];
