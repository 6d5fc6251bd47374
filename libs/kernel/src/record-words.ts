/** The resources that clients synchronise, by the numbers that every log of changes gives them. */
export const synchronisedResources = { customers: 1, contacts: 2, leads: 3, opportunities: 4 } as const;

export type SynchronisedResource = keyof typeof synchronisedResources;

// The keys of a value that is written above are all of its names.
export const synchronisedNames = Object.keys(synchronisedResources) as SynchronisedResource[];

/** What a custom field may be. */
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
