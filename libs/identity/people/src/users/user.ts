import type { DataScope } from '@rapport/kinds';

/** The members of a user in a create or an update. */
export interface UserInput {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly dataScope: DataScope;
  readonly teamId: string | null;
}

/** A change by an operator; what is left out stays. */
export interface UserChange {
  readonly roles?: readonly string[] | undefined;
  readonly dataScope?: DataScope | undefined;
  readonly teamId?: string | undefined;
}

/** A user as its tenant's people see it. */
export interface User extends UserInput {
  readonly id: string;
  readonly isActive: boolean;
  readonly invitedOnUtc: string | null;
  /** Null until the invitation's link was followed. */
  readonly joinedOnUtc: string | null;
  readonly createdOnUtc: string;
  /** It is another one after each change of the user, so it also is the version that a caller may have seen. */
  readonly lastModifiedOnUtc: string;
}

export interface CreatedUser {
  readonly userId: string;
  readonly email: string;
  /** Null if the person already has a password, which stays. */
  readonly password: string | null;
}
