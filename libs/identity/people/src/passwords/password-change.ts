import { audit, type ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import { AppError, validationFailed, type TenantRef } from '@rapport/kernel';
import type { Identity, IdentityStore } from '../identities/identity-store.ts';
import type { PasswordEnding } from './password-ending.ts';
import { passwordProblems } from './password-rules.ts';
import type { Passwords } from './passwords.ts';

export interface NewPassword {
  readonly userId: string;
  /** The session in which the change is made, which goes on. */
  readonly sessionId: string;
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Compares the current password as one guess, which counts together with those of sign-in. Throws where there were too
 * many; what a wrong password gets too, where too many were wrong.
 */
export type CountGuess = (
  identity: Pick<Identity, 'email' | 'isVerified'>,
  compare: () => Promise<boolean>,
) => Promise<boolean>;

/** A person's change of its own password. */
export class PasswordChange {
  readonly #database: Database;
  readonly #identities: IdentityStore;
  readonly #passwords: Passwords;
  readonly #ending: PasswordEnding;

  constructor(database: Database, identities: IdentityStore, passwords: Passwords, ending: PasswordEnding) {
    this.#database = database;
    this.#identities = identities;
    this.#passwords = passwords;
    this.#ending = ending;
  }

  /** When it returns, every other session has ended everywhere, and the caller's access tokens are refused. */
  async change(context: ChangeContext, tenant: TenantRef, input: NewPassword, count: CountGuess): Promise<void> {
    const { userId, sessionId, address, currentPassword, newPassword } = input;
    const { control } = this.#database;
    const identity = await this.#identities.findOfUser(context, control, tenant.id, userId);
    if (!identity) {
      throw new AppError('not_found', `The tenant has no user ${userId} with a password.`);
    }
    const { id, email, passwordHash } = identity;
    const hasher = { address, email };
    if (!(await count(identity, () => this.#passwords.verify(context, hasher, passwordHash, currentPassword)))) {
      throw wrongPassword();
    }
    const users = await this.#identities.users(context, control, id);
    const organisationNames = users.map((user) => user.organisationName);
    const problems = passwordProblems(newPassword, { email, organisationNames });
    if (problems.length > 0) {
      throw validationFailed({ newPassword: problems });
    }
    const nextHash = await this.#passwords.hash(context, hasher, newPassword);
    const touched = await control.transaction(context, async (sql) => {
      if (!(await this.#identities.hold(context, sql, identity))) {
        throw wrongPassword();
      }
      await this.#identities.setPassword(context, sql, id, nextHash);
      const touched = await this.#ending.end(context, sql, id, sessionId);
      await audit(context, sql, tenant.id, 'user.password_changed', userId);
      return touched;
    });
    await this.#ending.publish(context, touched);
  }
}

function wrongPassword(): AppError {
  return validationFailed({ currentPassword: ['This is not the password that you have now.'] });
}
