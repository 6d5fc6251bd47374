/** What a tenant is entitled to. Null is no bound. */
export interface Entitlements {
  readonly publicApi: boolean;
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  readonly users: number | null;
  readonly records: number | null;
  readonly feedRetentionDays: number;
}

/** What companies choose from. A price of null is by agreement. */
export interface Plan {
  readonly code: string;
  readonly name: string;
  readonly pricePerMonth: number | null;
  readonly currency: string;
  readonly trialDays: number;
  readonly isSelfService: boolean;
  readonly entitlements: Entitlements;
}
