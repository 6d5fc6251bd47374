export { subscriptionsModule } from './module.ts';
export { entitlementNames, type Entitlements, type Plan } from './plan.ts';
export { Plans } from './plans.ts';
export { EntitlementService, type TenantEntitlements } from './tenant-entitlements.ts';
