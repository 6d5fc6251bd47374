export { activities, activityStatuses, activityStatusNumbers, openActivityStatuses } from './activities.ts';
export { campaignMembers, campaignMemberStatuses } from './campaign-members.ts';
export { campaigns } from './campaigns.ts';
export { contacts } from './contacts.ts';
export {
  customFieldsField,
  customFieldValue,
  fieldModules,
  fieldTypes,
  type CustomFieldValue,
} from './custom-fields/custom-fields.ts';
export { optionList, optionRules } from './custom-fields/option-rules.ts';
export { customerGroups } from './customer-groups.ts';
export { customers } from './customers.ts';
export type { AnyKind, Kind } from './kind/kind.ts';
export { isBeside, isReference, itself, type Named, type Origin } from './kind/relations.ts';
export type { Effect, States } from './kind/states.ts';
export { hasOwner, isRecord, type RecordTarget, type Resource, type SeenBy, type Target } from './kind/target.ts';
export { leads, leadStatuses, openLeadStatuses } from './leads.ts';
export { openStages, opportunities, opportunityStages, wonStage } from './opportunities.ts';
export { shippingAddresses } from './shipping-addresses.ts';
