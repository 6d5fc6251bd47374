import { z } from 'zod';

export const customFieldValue = z
  .object({ key: z.string(), value: z.union([z.string(), z.number()]) })
  .meta({ id: 'CustomFieldValue' });

export type CustomFieldValue = z.output<typeof customFieldValue>;

const valuesMax = 100;

/** The custom fields of a request; left out they are kept. No definition can exist yet, so every key is unknown. */
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
    .superRefine((values, context) => {
      const seen = new Set<string>();
      values.forEach(({ key }, index) => {
        const message = seen.has(key)
          ? 'This key is there twice; send it once.'
          : 'There is no custom field with this key.';
        seen.add(key);
        context.addIssue({ code: 'custom', message, path: [index, 'key'] });
      });
    })
    .optional();
}
