import { endpoint } from '@rapport/http-contract';
import { fieldModules, fieldTypes, synchronisedNames } from '@rapport/kinds';
import { z } from 'zod';
import { exampleCustomFields } from './example-records.ts';

/** A custom field as a tenant defines it. */
const customField = z
  .object({
    key: z.string().describe('Names the field in `customFields`. It never changes.'),
    label: z.string(),
    fieldType: z
      .enum(fieldTypes)
      .describe(
        'A `number` takes any finite JSON number, every other type a text: a `boolean` "true" or "false", a `date` ' +
          'YYYY-MM-DD, a `dateTime` a time with its zone, which goes out as UTC. A `text` and a `textArea` have at most ' +
          '4,000 characters, a `url` 500, an `email` 254, a `phone` 50. An empty text clears a field of any type.',
      ),
    description: z.string().nullable(),
    isRequired: z.boolean().describe('Whether a create must have a value for it. An update may not clear it.'),
    options: z.array(z.string()).describe('The values that a `select` takes; empty for every other type.'),
    displayOrder: z.int(),
  })
  .meta({ id: 'CustomField' });

function readOf<R extends string>(resource: R) {
  return { scope: `${resource}.read`, permission: `${resource}.read` } as const;
}

export const metadataContract = {
  listCustomFields: endpoint({
    operationId: 'listCustomFields',
    method: 'get',
    path: '/api/v1/metadata/custom-fields',
    access: {
      chosenBy: 'module',
      rights: Object.fromEntries(synchronisedNames.map((resource) => [resource, readOf(resource)])),
      limiter: 'business',
    },
    tags: ['metadata'],
    summary: 'List the custom fields of a resource, in the order in which records show them',
    description:
      'It needs the read scope and permission of the resource. Disabled fields are left out: records show none of ' +
      'their values, and bodies may not name them. A change of a field changes no record, so no list and no feed tells ' +
      'of it; the `ETag` here does, and those of records do.',
    query: z.object({
      module: z.enum(fieldModules).describe('The resource.'),
    }),
    success: {
      status: 200,
      body: z.array(customField),
      headers: z.object({ etag: z.string().describe('Names this state of the fields for `If-None-Match`.') }),
    },
    errors: [],
    example: { query: { module: 'customers' }, answer: exampleCustomFields },
  }),
};
