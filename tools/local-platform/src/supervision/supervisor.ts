import type { PlatformState, ServerEntry, ServiceEntry } from '../state-file.ts';
import { Member, type MemberSpec, type Watcher } from './member.ts';

export interface ServerSpec extends MemberSpec {
  /** The address without user and password. */
  readonly url: string;
}

export interface ServiceSpec extends MemberSpec {
  readonly url: string;
  readonly managementUrl: string;
}

interface Supervised<S extends MemberSpec> {
  readonly spec: S;
  readonly member: Member;
}

/** All processes: the servers, and the services that need them. */
export class Supervisor {
  readonly #servers: Supervised<ServerSpec>[] = [];
  /** In the order of their start; members that were started together are stopped together. */
  readonly #services: Supervised<ServiceSpec>[][] = [];
  readonly #watcher: Watcher;
  #isComplete = false;
  #isStopped = false;

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** Starts the servers; settles when they answer. */
  async startServers(specs: readonly ServerSpec[]): Promise<void> {
    await this.#startAll(this.#servers, specs);
  }

  /** Starts the services; settles when all of them are ready. */
  async startServices(specs: readonly ServiceSpec[]): Promise<void> {
    const group: Supervised<ServiceSpec>[] = [];
    this.#services.push(group);
    await this.#startAll(group, specs);
  }

  /** From this call on the platform is ready while its members are. */
  complete(): void {
    this.#isComplete = true;
    this.#watcher.changed();
  }

  /**
   * A service counts as ready only if it was probed after the last server came back: an earlier answer may be about the
   * server that died.
   */
  get state(): PlatformState {
    if (!this.#isComplete) {
      return 'starting';
    }
    const serversSince = Math.max(0, ...this.#servers.map(({ member }) => member.readySince));
    const isReady =
      this.#servers.every(({ member }) => member.state === 'ready') &&
      this.#services.flat().every(({ member }) => member.state === 'ready' && member.provenAt >= serversSince);
    return isReady ? 'ready' : 'degraded';
  }

  get services(): ServiceEntry[] {
    return this.#services.flat().map(({ spec: { name, instance, url, managementUrl }, member }) => ({
      name,
      instance,
      url,
      managementUrl,
      ...member.runner,
      state: member.state,
      restarts: member.restarts,
    }));
  }

  get servers(): ServerEntry[] {
    return this.#servers.map(({ spec: { name, url }, member }) => ({
      name,
      url,
      ...member.runner,
      state: member.state,
      restarts: member.restarts,
    }));
  }

  /** Stops the services that were started last before the others, and when nothing else needs them, the servers. */
  async stop(serversUnused: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#isStopped = true;
    for (const group of this.#services.toReversed()) {
      await Promise.all(group.map(({ member }) => member.stop()));
    }
    await serversUnused;
    await Promise.all(this.#servers.map(({ member }) => member.stop()));
  }

  /** Ends every process at once, without asking. */
  async kill(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#services.flat(), ...this.#servers].map(({ member }) => member.kill()));
  }

  async #startAll<S extends MemberSpec>(into: Supervised<S>[], specs: readonly S[]): Promise<void> {
    if (this.#isStopped) {
      throw new Error('It was stopped before it was ready.');
    }
    const started = specs.map((spec) => ({ spec, member: new Member(spec, this.#watcher) }));
    into.push(...started);
    await Promise.all(started.map(({ member }) => member.start()));
  }
}
