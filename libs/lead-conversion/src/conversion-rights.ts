/** What the caller of a conversion may do, by its permissions, and by its scopes where it has a token for development. */
export interface ConversionRights {
  has(permission: string): boolean;
  /** Refuses a caller without it. */
  require(permission: string): void;
}
