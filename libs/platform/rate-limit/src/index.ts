export { rateLimited, rateLimitHeaders, type Allowance } from './allowance.ts';
export { FailureLog, failuresKey, type LoggedFailure } from './failure-log.ts';
export { LeasedLimiter, type Fill, type LeaseAnswer, type LeasedStates, type StateVersions } from './leased-limiter.ts';
export {
  clientFields,
  leaseKeys,
  tenantFields,
  userFields,
  type ClientLease,
  type Leases,
  type LeaseVersion,
  type PersonLeases,
  type TenantLease,
  type UserLease,
} from './leases.ts';
export { Limiter } from './limiter.ts';
export { tooOften } from './too-often.ts';
