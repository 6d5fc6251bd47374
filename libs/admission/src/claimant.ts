/** What a verified token says of its bearer. */
export interface Claimant {
  readonly clientId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}
