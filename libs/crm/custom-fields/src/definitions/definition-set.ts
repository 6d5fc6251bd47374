import type { CustomFieldDefinition } from '../custom-field.ts';
import type { CustomFieldSet } from '@rapport/records';
import { CustomFieldRules } from '../values/custom-field-rules.ts';
import { valuesWriter } from '../values/stored-values.ts';

/** The definitions of one module of a tenant as they were under one number, with what follows from them. */
export class DefinitionSet implements CustomFieldSet {
  /** It rises with each change of a definition of the module, and is never given twice. */
  readonly number: number;
  /** Those that metadata and answers show, in their order. */
  readonly enabled: readonly CustomFieldDefinition[];
  /** The keys of the enabled fields, in their order. */
  readonly keys: readonly string[];
  readonly rules: CustomFieldRules;
  /** Writes the stored values of a record as its answer shows them. */
  readonly write: (stored: string) => string;
  /** The memory that the set takes, about. */
  readonly bytes: number;

  constructor(number: number, definitions: readonly CustomFieldDefinition[]) {
    this.number = number;
    this.enabled = definitions.filter(({ isEnabled }) => isEnabled);
    this.keys = this.enabled.map(({ key }) => key);
    this.rules = new CustomFieldRules(definitions);
    this.write = valuesWriter(this.keys);
    this.bytes = bytesOfEach + definitions.length * bytesOfDefinition + 4 * charactersIn(definitions);
  }
}

const bytesOfEach = 200;
const bytesOfDefinition = 1_500;

function charactersIn(definitions: readonly CustomFieldDefinition[]): number {
  let count = 0;
  for (const { key, label, description, options } of definitions) {
    count += 2 * key.length + label.length + (description?.length ?? 0);
    count += options.reduce((sum, option) => sum + option.length + bytesOfOption, 0);
  }
  return count;
}

const bytesOfOption = 20;

/** The set of a module without definitions, which most tenants share. */
export const noDefinitions = new DefinitionSet(0, []);
