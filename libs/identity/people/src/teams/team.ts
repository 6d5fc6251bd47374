/** A team as its tenant's people see it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly createdOnUtc: string;
  /** It is another one after each change of the team. */
  readonly lastModifiedOnUtc: string;
}
