/** The claims of a verified token by which a request is admitted. */
export interface Claimant {
  readonly clientId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}
