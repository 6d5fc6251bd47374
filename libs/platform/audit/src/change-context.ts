import type { CallContext } from '@rapport/kernel';

/** The context of a change that leaves a row in the audit. */
export interface ChangeContext extends CallContext {
  readonly actor: ChangeActor;
  /** Why the actor makes the change, if the actor said so. */
  readonly reason?: string | undefined;
}

export interface ChangeActor {
  readonly kind: 'operator' | 'user' | 'system';
  /** The operator's name, the user's id, or the name of the part of the system. */
  readonly name: string;
}
