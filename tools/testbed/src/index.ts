export { codeOf, done } from './done.ts';
export { median, percentile } from './percentile.ts';
export { Processes } from './processes.ts';
export { TemporaryPlatform, type PlatformPlan, type SqlRole } from './temporary-platform.ts';
export { newEmail, newName, roomy, Tenant, type NewClient, type NewTenant, type NewUser } from './tenant.ts';
export { issueToken, type Credentials } from './token.ts';
export { until } from './until.ts';
