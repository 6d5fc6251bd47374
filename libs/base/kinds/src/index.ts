export { activityStatuses, activityStatusNumbers, openActivityStatuses } from './crm/activities.ts';
export { campaignMemberStatuses, memberLists } from './crm/campaign-members.ts';
export { changeOperations, type ChangeOperation } from './crm/change.ts';
export {
  customFieldsField,
  customFieldValue,
  fieldModules,
  fieldTypes,
  type CustomFieldValue,
} from './crm/custom-fields/custom-fields.ts';
export { optionList, optionRules } from './crm/custom-fields/option-rules.ts';
export { exampleOwnerId } from './crm/examples/example-records.ts';
export type { AnyKind, Kind } from './crm/kind/kind.ts';
export { isBeside, isReference, itself, type Named, type Origin } from './crm/kind/relations.ts';
export type { Effect, States } from './crm/kind/states.ts';
export { hasOwner, isRecord, type RecordTarget, type Resource, type SeenBy, type Target } from './crm/kind/target.ts';
export { kinds, synchronisedKinds, synchronisedNames, type SynchronisedKind } from './crm/kinds.ts';
export * from './crm/lead-conversion.ts';
export { leadStatuses, openLeadStatuses } from './crm/leads.ts';
export { emailSendTypes, emailSuppliers, marketingStatuses } from './crm/marketing-emails.ts';
export { openStages, opportunityStages, wonStage } from './crm/opportunities.ts';
export {
  sourceOfItem,
  timelineItemTypes,
  timelineSources,
  type TimelineItemType,
  type TimelineSource,
} from './crm/timeline-items.ts';
export * from './identity/api-client.ts';
export * from './identity/permissions.ts';
export * from './identity/roles.ts';
export * from './identity/signing-key.ts';
export * from './identity/user.ts';
export * from './tenancy/audit.ts';
export * from './tenancy/cell-work.ts';
export * from './tenancy/export.ts';
export * from './tenancy/deletion.ts';
export * from './tenancy/invoice.ts';
export * from './tenancy/plan.ts';
export * from './tenancy/signup.ts';
export * from './tenancy/states.ts';
export * from './tenancy/subscription.ts';
export * from './tenancy/tenant.ts';
export * from './tenancy/usage.ts';
