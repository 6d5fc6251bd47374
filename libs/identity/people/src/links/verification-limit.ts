import type { CallContext } from '@rapport/kernel';

/** Bounds the mails of verifications that are asked for: how many a user asks for, and how many an e-mail address gets. */
export abstract class VerificationLimit {
  /** Counts a mail. One that is too many is refused and not counted. */
  abstract take(context: CallContext, userId: string, email: string): Promise<void>;
}
