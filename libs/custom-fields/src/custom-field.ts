import type { CustomFieldType } from '@rapport/kernel';

/** What a tenant says of one field that it adds to the records of a module. */
export interface CustomFieldDefinition {
  /** It matches `^[a-z][a-zA-Z0-9_]{0,63}$`, so no text has to escape it. */
  readonly key: string;
  readonly label: string;
  readonly description: string | null;
  readonly fieldType: CustomFieldType;
  readonly isRequired: boolean;
  /** The texts that a select takes; none for every other type. */
  readonly options: readonly string[];
  readonly displayOrder: number;
  /** A disabled field leaves metadata and answers. Its values stay. */
  readonly isEnabled: boolean;
}

/** How many definitions a module has at most, disabled ones among them, and so how many values a record has. */
export const customFieldsMax = 100;
