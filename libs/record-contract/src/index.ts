export {
  customFieldsField,
  customFieldValue,
  fieldModules,
  fieldTypes,
  type CustomFieldValue,
} from './custom-fields.ts';
export { optionList, optionRules } from './option-rules.ts';
