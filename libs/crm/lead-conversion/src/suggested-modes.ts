import type { ConversionMode } from '@rapport/kinds';
import type { ConversionRights } from './conversion-rights.ts';
import { isStrong, type Candidate } from './matches.ts';
import type { MappedLead, Target } from './lead-mapping.ts';

/** The mode of a target unless the caller says otherwise. */
export interface Suggestion {
  readonly mode: ConversionMode;
  readonly existingId: string | null;
}

export interface Matches {
  readonly customer: readonly Candidate[];
  readonly contact: readonly Candidate[];
}

/** The first strong match that the caller sees is taken; what the caller may not write is left out. */
export function suggestedCustomer({ customer }: Matches): Suggestion {
  const found = customer.find((match) => isStrong(match) && match.id !== null);
  return { mode: found ? 'existing' : 'create', existingId: found?.id ?? null };
}

/** A match counts among the contacts of the customer that is taken, and among those of none. */
export function suggestedContact(
  { contact }: Matches,
  customerId: string | null,
  { values }: Pick<MappedLead, 'values'>,
  rights: ConversionRights,
): Suggestion {
  if (!rights.has('contacts.write')) {
    return leftOut;
  }
  const found = contact.find(
    (match) => isStrong(match) && match.id !== null && (match.customerId === null || match.customerId === customerId),
  );
  if (found) {
    return { mode: 'existing', existingId: found.id };
  }
  return (values.contact['lastName'] ?? null) === null ? leftOut : made;
}

export function suggestedOpportunity(rights: ConversionRights): Suggestion {
  return rights.has('opportunities.write') ? made : leftOut;
}

const leftOut: Suggestion = { mode: 'none', existingId: null };
const made: Suggestion = { mode: 'create', existingId: null };

/** The permission that a target needs where it is made or filled. */
export const writeOf: Readonly<Record<Target, string>> = {
  customer: 'customers.write',
  contact: 'contacts.write',
  opportunity: 'opportunities.write',
};
