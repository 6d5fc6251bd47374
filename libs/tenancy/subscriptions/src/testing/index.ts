export { addPlan } from './add-plan.ts';
export { bindSubscriptions, type BillingSettings } from './bind-subscriptions.ts';
export { newAddress, SubscribedTenant, type Rows } from './subscribed-tenant.ts';
