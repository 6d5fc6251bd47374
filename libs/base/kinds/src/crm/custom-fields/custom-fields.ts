import { customFieldTypes } from '@rapport/kernel';
import { namedList } from '@rapport/members/fields';
import { synchronisedNames } from '../kinds.ts';
import { z } from 'zod';

export const fieldTypes = namedList('CustomFieldType', customFieldTypes);

/** The resources that have custom fields. */
export const fieldModules = namedList('CustomFieldModule', synchronisedNames);

export const customFieldValue = z
  .object({ key: z.string(), value: z.union([z.string(), z.number()]) })
  .meta({ id: 'CustomFieldValue' });

export type CustomFieldValue = z.output<typeof customFieldValue>;

const valuesMax = 100;

/** The custom fields of a request. The tenant's definitions say which keys there are, and what their values may be. */
export function customFieldsField() {
  return z
    .array(
      z
        .strictObject({
          key: z.string(),
          value: z.union([z.string(), z.number()], { error: 'This must be a text in quotes or a number.' }),
        })
        .meta({ id: 'CustomFieldValueBody' }),
    )
    .max(valuesMax)
    .nullish()
    .transform((values) => values ?? undefined);
}
