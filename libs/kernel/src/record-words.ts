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
