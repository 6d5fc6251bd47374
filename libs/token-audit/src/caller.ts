/** Where a request to the token endpoints came from. */
export interface Caller {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly userAgent: string | undefined;
}
