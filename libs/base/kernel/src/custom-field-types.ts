export const customFieldTypes = [
  'text',
  'textArea',
  'number',
  'date',
  'dateTime',
  'boolean',
  'select',
  'email',
  'url',
  'phone',
] as const;

export type CustomFieldType = (typeof customFieldTypes)[number];

/** Whether a custom field of this type may have so many options. */
export function mayHaveOptions(fieldType: CustomFieldType, count: number): boolean {
  return (fieldType === 'select') === count > 0;
}

export const optionsRefused =
  'A field of the type select has at least one option, and a field of no other type has any.';
