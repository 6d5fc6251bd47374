import type { CallContext } from '@rapport/kernel';

/** Who runs the platform, not any tenant's user. */
export interface OperatorContext extends CallContext {
  readonly operator: string;
}
