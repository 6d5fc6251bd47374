import type { BodyRule } from '@rapport/http-contract';
import { mayHaveOptions, optionsRefused, type CustomFieldType } from '@rapport/kernel';
import { eachOnce, requiredText } from '@rapport/members/fields';
import { z } from 'zod';

/** The options of a custom field. */
export function optionList() {
  return eachOnce(z.array(requiredText(100)).max(200), 'An option is there twice; send it once.');
}

/** The rules that the type of a custom field has for its options. */
export const optionRules: readonly BodyRule[] = [
  {
    of: ['fieldType', 'options'],
    at: 'options',
    message: optionsRefused,
    // A body whose members are right has a type and a list.
    holds: ({ fieldType, options }) => mayHaveOptions(fieldType as CustomFieldType, (options as string[]).length),
  },
];
