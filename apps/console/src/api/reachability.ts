/** Whether the last request reached a service. */
export type Reached = 'reached' | 'waiting' | 'offline';

class Reachability {
  #state: Reached = 'reached';
  readonly #watchers = new Set<() => void>();

  get = (): Reached => this.#state;

  set(state: Reached): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#watchers.forEach((watch) => watch());
    }
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}

export const reachability = new Reachability();
