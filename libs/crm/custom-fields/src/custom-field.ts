import type { CustomFieldType } from '@rapport/kernel';
import type { SynchronisedKind } from '@rapport/kinds';

/** A field that a tenant adds to the records of a module. */
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

/** A definition as its tenant's people see it. */
export interface CustomField extends Omit<CustomFieldDefinition, 'isEnabled'> {
  readonly id: string;
  readonly module: SynchronisedKind;
  readonly isActive: boolean;
  readonly createdOnUtc: string;
  /** It is another one after each change of the definition. */
  readonly lastModifiedOnUtc: string;
}

/** The changeable part of a definition. */
export interface CustomFieldChange {
  readonly label: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** Left out they stay. An option is never taken away, because records may have it. */
  readonly options?: readonly string[] | undefined;
}

/** The most definitions that a module has, disabled ones among them, and so the most values of a record. */
export const customFieldsMax = 100;
