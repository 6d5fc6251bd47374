export { DueSubscriptions } from './due-subscriptions.ts';
export { generatedFiles } from './generated-files.ts';
export { subscriptionsModule } from './module.ts';
export type { OperatorsChange } from './operators-change.ts';
export type { Entitlements, Plan } from './plan.ts';
export type { Effective } from './plan-choice.ts';
export { Plans } from './plans.ts';
export type { Billing } from './subscription.ts';
export { Subscriptions } from './subscriptions.ts';
export { EntitlementService, type TenantEntitlements } from './tenant-entitlements.ts';
export {
  callersEvents,
  lifecycleStates,
  lifecycleSteps,
  ownersEvents,
  ownEvents,
  subscriptionStatuses,
  subscriptionSteps,
} from './transitions.ts';
