export { subscriptionsModule } from './module.ts';
export type { Entitlements, Plan } from './plan.ts';
export { Plans } from './plans.ts';
export { EntitlementService, type TenantEntitlements } from './tenant-entitlements.ts';
