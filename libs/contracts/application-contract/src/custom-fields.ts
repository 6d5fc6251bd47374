import {
  byEnum,
  byFlag,
  byName,
  byText,
  commonFilters,
  commonSorts,
  endpoint,
  idempotencyKeyHeader,
  ifMatchHeader,
  requestBody,
  searchAnswer,
  searchRequest,
} from '@rapport/http-contract';
import { dateTime } from '@rapport/members';
import { fieldModules, fieldTypes, optionList, optionRules } from '@rapport/kinds';
import { enumField, optionalText, requiredId, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { createdHeaders, etagHeader, guid } from './answers.ts';
import { byId, stepEndpoint } from './crud-endpoints.ts';
import { holding, signedIn } from './user-access.ts';

const changeable = {
  label: requiredText(200),
  description: optionalText(4_000),
  isRequired: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false)
    .describe('Left out or null it is false.'),
};

const times = ['isActive', 'displayOrder', 'createdOnUtc', 'lastModifiedOnUtc'] as const;

const createBody = requestBody(
  'CreateCustomFieldRequest',
  {
    module: z.enum(fieldModules),
    key: z.string().regex(/^[a-z][a-zA-Z0-9_]{0,63}$/, {
      error: 'This must begin with a small letter and have at most 64 letters a-z, A-Z, digits and underscores.',
    }),
    fieldType: enumField(fieldTypes),
    ...changeable,
    options: optionList()
      .nullish()
      .transform((options) => options ?? [])
      .describe('For a `select` alone: 1 to 200 texts, each once.'),
  },
  ['id', ...times],
  { rules: optionRules },
);

const updateBody = requestBody(
  'UpdateCustomFieldRequest',
  {
    id: requiredId(),
    ...changeable,
    options: optionList()
      .nullish()
      .transform((options) => options ?? undefined)
      .describe('Left out they stay. An option is never taken away.'),
  },
  ['module', 'key', 'fieldType', ...times],
);

const customField = z
  .object({
    id: z.uuid(),
    module: z.enum(fieldModules),
    key: z.string(),
    label: z.string(),
    fieldType: z.enum(fieldTypes),
    description: z.string().nullable(),
    isRequired: z.boolean(),
    options: z.array(z.string()),
    displayOrder: z.int(),
    isActive: z.boolean(),
    createdOnUtc: dateTime(),
    lastModifiedOnUtc: dateTime(),
  })
  .meta({ id: 'SearchCustomFieldDto' });

const search = searchRequest('SearchCustomFieldRequest', {
  filters: {
    ...commonFilters,
    module: byName(fieldModules),
    isActive: byFlag(),
    fieldType: byEnum(fieldTypes),
    key: byText(),
  },
  sorts: [...commonSorts, 'displayOrder'],
  sortedBy: 'displayOrder',
  text: ['key', 'label'],
  shortcuts: {
    module: { field: 'module', operator: 'eq' },
    isActive: { field: 'isActive', operator: 'eq' },
  },
});

const manages = {
  group: 'custom-field',
  singular: 'CustomField',
  access: holding('settings.manage', 'write'),
} as const;

const common = { access: manages.access, tags: [manages.group], envelope: 'apiResult' } as const;

/** The fields that a tenant adds to its records. Each change holds in every process when it is answered. */
export const customFieldContract = {
  createCustomField: endpoint({
    ...common,
    operationId: 'createCustomField',
    method: 'post',
    path: '/api/v1/custom-field/create',
    summary: 'Create a custom field; its key, module and type never change',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: createBody,
    success: { status: 200, body: guid, headers: createdHeaders },
    errors: ['code_conflict', 'idempotency_key_reused', 'idempotency_in_progress'],
  }),
  updateCustomField: endpoint({
    ...common,
    operationId: 'updateCustomField',
    method: 'put',
    path: '/api/v1/custom-field/update',
    summary: 'Change what a custom field is called, what it says and the options that it has',
    headers: z.object({ 'if-match': ifMatchHeader() }),
    body: updateBody,
    success: { status: 200, body: guid, headers: etagHeader },
    errors: ['not_found', 'concurrency_conflict'],
  }),
  searchCustomField: endpoint({
    ...common,
    operationId: 'searchCustomField',
    method: 'post',
    path: '/api/v1/custom-field/search',
    access: signedIn('read'),
    summary: 'Search custom fields, disabled ones among them',
    body: search,
    success: { status: 200, body: searchAnswer('SearchCustomFieldDto', customField) },
    errors: ['page_out_of_range'],
  }),
  disableCustomField: stepEndpoint(
    manages,
    'disable',
    byId,
    'Take a custom field out of metadata, answers and bodies; its values and its key stay',
  ),
  enableCustomField: stepEndpoint(manages, 'enable', byId, 'Show a disabled custom field again, with its values'),
};
