export { DueSubscriptions } from './due-subscriptions.ts';
export { OwnerMails } from './owner-mails.ts';
export { subscriptionsModule } from './module.ts';
export type { OperatorsChange } from './operators-change.ts';
export { Plans } from './plans.ts';
export { subscriptionTables } from './subscription-store.ts';
export { Subscriptions } from './subscriptions.ts';
export { EntitlementService, type TenantEntitlements } from './tenant-entitlements.ts';
