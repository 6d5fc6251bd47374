/** The rights of a conversion's caller, by its permissions, and by its scopes where it has a token for development. */
export interface ConversionRights {
  has(permission: string): boolean;
  /** Refuses a caller without it. */
  require(permission: string): void;
}
