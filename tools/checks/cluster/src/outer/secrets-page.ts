import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import type { Cluster } from '../cluster/cluster.ts';
import { runProgram } from '../cluster/run-program.ts';

/** The commands of the page for operators about secrets, as they stand there, in the namespace of a test. */
export class SecretsPage {
  readonly #cluster: Cluster;
  /** The functions with which the page begins. */
  readonly #words: string;

  private constructor(cluster: Cluster, words: string) {
    this.#cluster = cluster;
    this.#words = words;
  }

  static async read(cluster: Cluster): Promise<SecretsPage> {
    const text = await readFile(join(projectRoot, 'docs', 'operators', 'secrets.md'), 'utf8');
    const [, words = ''] = /^```sh\n(.*?)^```$/ms.exec(text) ?? [];
    return new SecretsPage(cluster, words.replaceAll('-n crm', `-n ${cluster.namespace}`));
  }

  /** The output of commands that are made of those functions. */
  run(...commands: readonly string[]): Promise<string> {
    const input = [this.#words, ...commands].join('\n');
    return runProgram('bash', ['-euo', 'pipefail'], { signal: this.#cluster.signal, input });
  }

  value(secret: string, key: string): Promise<string> {
    return this.run(`value ${secret} ${key}`);
  }

  async put(secret: string, key: string, value: string): Promise<void> {
    await this.run(`printf %s '${value}' | put ${secret} ${key}`);
  }

  /** Restarts all services, and waits for the end of the former processes, which the page need not. */
  async roll(): Promise<void> {
    await this.run('roll');
    await this.#cluster.settled();
  }
}
