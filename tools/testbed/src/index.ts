export { operatorClient, operatorContract, type Operator } from '@rapport/rapport';
export { codeOf, done } from './done.ts';
export { median, percentile } from './percentile.ts';
export { Processes } from './processes.ts';
export { RunningPlatform } from './running-platform.ts';
export { TemporaryPlatform, type PlatformPlan } from './temporary-platform.ts';
export { newEmail, newName, Tenant, type NewClient, type NewTenant, type NewUser } from './tenant.ts';
export { issueToken, type Credentials } from './token.ts';
export { until } from './until.ts';
