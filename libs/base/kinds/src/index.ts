export { activityStatuses, activityStatusNumbers, openActivityStatuses } from './activities.ts';
export { campaignMemberStatuses } from './campaign-members.ts';
export {
  customFieldsField,
  customFieldValue,
  fieldModules,
  fieldTypes,
  type CustomFieldValue,
} from './custom-fields/custom-fields.ts';
export { optionList, optionRules } from './custom-fields/option-rules.ts';
export { exampleOwnerId, type AnyKind, type Kind } from './kind/kind.ts';
export { isBeside, isReference, itself, type Named, type Origin } from './kind/relations.ts';
export type { Effect, States } from './kind/states.ts';
export { hasOwner, isRecord, type RecordTarget, type Resource, type SeenBy, type Target } from './kind/target.ts';
export { kinds, synchronisedKinds, synchronisedNames, type SynchronisedKind } from './kinds.ts';
export { leadStatuses, openLeadStatuses } from './leads.ts';
export { emailSendTypes, emailSuppliers, marketingStatuses } from './marketing-emails.ts';
export { openStages, opportunityStages, wonStage } from './opportunities.ts';
export { grantableScopes, isScope, managementPermissions, permissions, scopes } from './rights/permissions.ts';
export {
  sourceOfItem,
  timelineItemTypes,
  timelineSources,
  type TimelineItemType,
  type TimelineSource,
} from './timeline-items.ts';
