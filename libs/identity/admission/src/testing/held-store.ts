import type { CallContext } from '@rapport/kernel';
import type { PrincipalState } from '../principal-state.ts';
import { PrincipalStore } from '../principal-store.ts';

/** The real store. A test can hold an answer back, as a busy server does. */
export class HeldStore extends PrincipalStore {
  #held: HeldAnswer | undefined;

  holdNext(): HeldAnswer {
    this.#held = new HeldAnswer();
    return this.#held;
  }

  override async find(caller: CallContext, clientId: string): Promise<PrincipalState | undefined> {
    const held = this.#held;
    this.#held = undefined;
    const state = await super.find(caller, clientId);
    await held?.hold();
    return state;
  }
}

class HeldAnswer {
  isRead = false;
  readonly #given = Promise.withResolvers<void>();

  hold(): Promise<void> {
    this.isRead = true;
    return this.#given.promise;
  }

  give(): void {
    this.#given.resolve();
  }
}
