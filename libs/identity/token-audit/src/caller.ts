/** The source of a request to the token endpoints. */
export interface Caller {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly userAgent: string | undefined;
}
