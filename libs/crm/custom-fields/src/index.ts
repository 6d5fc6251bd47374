export {
  customFieldsMax,
  type CustomField,
  type CustomFieldChange,
  type CustomFieldDefinition,
} from './custom-field.ts';
export { CustomFieldDefinitions } from './definitions/custom-field-definitions.ts';
export type { CustomFieldSearch } from './definitions/custom-field-list.ts';
export { CustomFieldMetadata } from './definitions/custom-field-metadata.ts';
export { CustomFieldService } from './definitions/custom-field-service.ts';
export { customFieldRows, type NewCustomField } from './definitions/custom-field-store.ts';
export { DefinitionSet } from './definitions/definition-set.ts';
export { customFieldDefinitionsModule, customFieldsModule } from './module.ts';
