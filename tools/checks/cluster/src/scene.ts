import { Cluster } from './cluster/cluster.ts';
import type { Entrance } from './cluster/entrance.ts';
import { Outside } from './cluster/outside.ts';
import type { Release } from './cluster/release.ts';
import { Account } from './load/account.ts';
import { RequestLoad } from './load/request-load.ts';
import type { Tally } from './load/tally.ts';
import { Skipped } from './skipped.ts';

export interface ClusterTestOptions {
  /** Whether everything is played, or the short part alone. */
  readonly day: boolean;
  /** A command under which a program runs as a caller from outside of the cluster. */
  readonly outside: readonly string[];
  /** An address of this machine where servers for pods may listen. */
  readonly storesAt: string | undefined;
  /** Whether the cluster's name server may be stopped. */
  readonly disturb: boolean;
}

/** The things that the steps of one test share. */
export class Scene {
  readonly options: ClusterTestOptions;
  readonly cluster: Cluster;
  readonly entrance: Entrance;
  readonly release: Release;
  #account: Account | undefined;

  constructor(given: Pick<Scene, 'options' | 'cluster' | 'entrance' | 'release'>) {
    this.options = given.options;
    this.cluster = given.cluster;
    this.entrance = given.entrance;
    this.release = given.release;
  }

  /** The place of callers from outside. Skips the step where the test was given no such place. */
  async outside(): Promise<Outside> {
    const [command, ...words] = this.options.outside;
    if (command === undefined) {
      throw new Skipped('--outside would name a command for callers from outside');
    }
    return Outside.of(this.cluster, [command, ...words]);
  }

  /** The tenant of the test's requests. */
  async account(): Promise<Account> {
    this.#account ??= await Account.make(this.cluster, this.entrance.url);
    return this.#account;
  }

  /** Does something while requests come, from a second before it to two seconds after it. */
  async underLoad(action: () => Promise<void>, options: { isRepeating?: boolean } = {}): Promise<Tally> {
    const account = await this.account();
    const load = await RequestLoad.start(this.entrance.url, await account.token(), options);
    try {
      await this.cluster.pause(1_000);
      await action();
      await this.cluster.pause(2_000);
    } catch (error) {
      throw new Error(`${(error as Error).message} Meanwhile ${String(await load.stop())}.`, { cause: error });
    }
    return load.stop();
  }

  /**
   * Does something under requests of which none may fail. Where it ends a process at once, writes that the process had begun may be
   * refused, and get through when they are repeated.
   */
  async withoutFailure(action: () => Promise<void>, options: { isRepeating?: boolean } = {}): Promise<string> {
    const tally = await this.underLoad(action, options);
    tally.expectNoFailure();
    return tally.toString();
  }
}
