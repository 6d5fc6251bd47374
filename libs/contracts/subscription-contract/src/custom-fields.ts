import { endpoint, requestBody } from '@rapport/http-contract';
import { fieldModules, fieldTypes, optionList, optionRules } from '@rapport/kinds';
import { optionalText, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from './fields.ts';
import { tenantPath } from './tenants.ts';

const module = z.enum(fieldModules).describe('The records that have it.');

const key = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9_]{0,63}$/, {
    error: 'This must begin with a small letter and have at most 64 letters a-z, A-Z, digits and underscores.',
  })
  .describe('The name of the field in records; it never changes.');

const fieldType = z.enum(fieldTypes).describe('The form of its values.');

const newCustomField = requestBody(
  'NewCustomField',
  {
    module,
    key,
    label: requiredText(200).describe('The name of the field for people.'),
    description: optionalText(4_000).describe('What the field is for.'),
    fieldType,
    isRequired: z.boolean().default(false).describe('Hold every create to a value.'),
    options: optionList().default([]).describe('What a `select` takes: 1 to 200 texts, each once.'),
  },
  [],
  { rules: optionRules },
);

const customField = z
  .object({
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    fieldType,
    isRequired: z.boolean(),
    options: z.array(z.string()),
    displayOrder: z.int(),
    isEnabled: z.boolean(),
  })
  .meta({ id: 'OperatorCustomField' });

const fieldPath = tenantPath.extend({ module: z.string().describe('The records that have it.'), key });

/** The operators' operations on what a tenant adds to its records. Each holds in every process when it is answered. */
export const customFieldContract = {
  createCustomField: endpoint({
    operationId: 'createCustomField',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/custom-fields',
    access: 'operator',
    summary: 'Add a custom field; its key, module and type never change',
    params: tenantPath,
    body: newCustomField,
    success: { status: 201, body: nothing },
    errors: ['not_found', 'code_conflict', 'invalid_transition'],
  }),
  listCustomFields: endpoint({
    operationId: 'listCustomFields',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/custom-fields',
    access: 'operator',
    summary: 'List the custom fields of a module in their order, disabled ones among them',
    params: tenantPath,
    query: z.object({ module }),
    success: {
      status: 200,
      body: z.object({ customFields: z.array(customField) }).meta({ id: 'CustomFieldList' }),
    },
    errors: ['not_found', 'invalid_transition'],
  }),
  disableCustomField: endpoint({
    operationId: 'disableCustomField',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/custom-fields/{module}/{key}/disable',
    access: 'operator',
    summary: 'Take a custom field out of metadata, answers and bodies; its values and its key stay',
    params: fieldPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  enableCustomField: endpoint({
    operationId: 'enableCustomField',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/custom-fields/{module}/{key}/enable',
    access: 'operator',
    summary: 'Show a disabled custom field again, with the values that it had',
    params: fieldPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
