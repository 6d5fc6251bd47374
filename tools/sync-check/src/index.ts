export type { Credentials } from './actors/api.ts';
export { Processes, until } from './nemesis/processes.ts';
export { percentile } from './percentile.ts';
export { CheckPlatform, type Operator, type PlatformPlan } from './platform/check-platform.ts';
export { done, Tenant } from './platform/tenant.ts';
