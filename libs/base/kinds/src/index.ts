export { activityStatuses, activityStatusNumbers, openActivityStatuses } from './crm/activities.ts';
export { campaignMemberStatuses } from './crm/campaign-members.ts';
export {
  customFieldsField,
  customFieldValue,
  fieldModules,
  fieldTypes,
  type CustomFieldValue,
} from './crm/custom-fields/custom-fields.ts';
export { optionList, optionRules } from './crm/custom-fields/option-rules.ts';
export { exampleOwnerId, type AnyKind, type Kind } from './crm/kind/kind.ts';
export { isBeside, isReference, itself, type Named, type Origin } from './crm/kind/relations.ts';
export type { Effect, States } from './crm/kind/states.ts';
export { hasOwner, isRecord, type RecordTarget, type Resource, type SeenBy, type Target } from './crm/kind/target.ts';
export { kinds, synchronisedKinds, synchronisedNames, type SynchronisedKind } from './crm/kinds.ts';
export { leadStatuses, openLeadStatuses } from './crm/leads.ts';
export { emailSendTypes, emailSuppliers, marketingStatuses } from './crm/marketing-emails.ts';
export { openStages, opportunityStages, wonStage } from './crm/opportunities.ts';
export { grantableScopes, isScope, managementPermissions, permissions, scopes } from './identity/permissions.ts';
export {
  sourceOfItem,
  timelineItemTypes,
  timelineSources,
  type TimelineItemType,
  type TimelineSource,
} from './crm/timeline-items.ts';
