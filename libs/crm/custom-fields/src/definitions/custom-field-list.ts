import type { ShortList } from '@rapport/searching';
import type { Search } from '@rapport/kernel';
import type { CustomField } from '../custom-field.ts';

type Field = 'id' | 'createdOnUtc' | 'lastModifiedOnUtc' | 'module' | 'isActive' | 'fieldType' | 'key';
type Sort = 'createdOnUtc' | 'lastModifiedOnUtc' | 'displayOrder';

export type CustomFieldSearch = Search<Field, Sort>;

/** The custom fields of a tenant, as they are searched. There are some hundreds at most, so they are read whole. */
export const customFieldList: ShortList<CustomField, Field, Sort> = {
  fields: {
    id: { of: ({ id }) => id },
    createdOnUtc: { of: ({ createdOnUtc }) => createdOnUtc },
    lastModifiedOnUtc: { of: ({ lastModifiedOnUtc }) => lastModifiedOnUtc },
    module: { of: ({ module }) => module },
    isActive: { of: ({ isActive }) => isActive },
    fieldType: { of: ({ fieldType }) => fieldType },
    key: { of: ({ key }) => key, isText: true },
  },
  sorts: {
    createdOnUtc: ({ createdOnUtc }) => createdOnUtc,
    lastModifiedOnUtc: ({ lastModifiedOnUtc }) => lastModifiedOnUtc,
    displayOrder: ({ displayOrder }) => displayOrder,
  },
  texts: [({ key }) => key, ({ label }) => label],
  id: ({ id }) => id,
};
