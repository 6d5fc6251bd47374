export { address } from './address.ts';
export type { Choices } from './choices.ts';
export { contactMembers } from './contacts.ts';
export {
  customFieldsField,
  customFieldValue,
  fieldModules,
  fieldTypes,
  type CustomFieldValue,
} from './custom-fields.ts';
export { customerMembers, customerTypes } from './customers.ts';
export { leadMembers, leadRatings, leadRules } from './leads.ts';
export { opportunityMembers, opportunityRules } from './opportunities.ts';
export { optionList, optionRules } from './option-rules.ts';
export { sources } from './sources.ts';
