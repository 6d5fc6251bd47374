/** The members of a role in a create or an update. */
export interface RoleInput {
  readonly code: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

/** A role as its tenant's people see it. */
export interface Role extends RoleInput {
  readonly isActive: boolean;
  readonly isBuiltIn: boolean;
  readonly createdOnUtc: string;
  /** It is another one after each change of the role. */
  readonly lastModifiedOnUtc: string;
}
