import { textPatterns } from '@rapport/members/fields';
import { z } from 'zod';

export const formFieldsMax = 20;

/** A field of a form. An empty one counts as left out. */
export function formField() {
  return z.string().meta({ pattern: textPatterns.any });
}

/** A field that must be there, and not empty. */
export function requiredFormField() {
  return formField().meta({ minLength: 1 });
}
