import { conversionPermissions, type ConversionBlocker } from '@rapport/kinds';
import type { ConversionBasis } from './conversion-basis.ts';
import type { ConversionRights } from './conversion-rights.ts';
import { relatedMax } from './conversion-statements.ts';
import { shownMatches } from './matches.ts';
import { suggestedContact, suggestedCustomer, suggestedOpportunity } from './suggested-modes.ts';

export interface Blocker {
  readonly code: ConversionBlocker;
  readonly message: string;
}

export type ConversionPreview = ReturnType<typeof previewOf>;

/** The lead of a preview, as it is now. */
export interface PreviewedLead {
  readonly id: string;
  readonly status: string;
  readonly version: string;
}

export function previewOf(
  { id, status, version }: PreviewedLead,
  { mapped, values, matches, related }: ConversionBasis,
  rights: ConversionRights,
) {
  const blockers = blockersOf(status, related.activities + related.members, rights);
  const customer = suggestedCustomer(matches);
  const contact = suggestedContact(matches, customer.existingId, { values }, rights);
  return {
    leadId: id,
    leadStatus: status,
    version,
    canConvert: blockers.length === 0,
    blockers,
    customer: { suggestedMode: customer.mode, values: values.customer },
    contact: { suggestedMode: contact.mode, values: values.contact },
    opportunity: { suggestedMode: suggestedOpportunity(rights).mode, values: values.opportunity },
    customerMatches: shownMatches(matches.customer),
    contactMatches: shownMatches(matches.contact),
    fieldMappings: mapped.fieldMappings,
    unmappedCustomFields: mapped.unmappedCustomFields,
    activityCount: related.activities,
    campaignMemberCount: related.members,
  };
}

function blockersOf(status: string, related: number, rights: ConversionRights): Blocker[] {
  const missing = conversionPermissions.filter((permission) => !rights.has(permission));
  return [
    ...(status === 'converted' ? [alreadyConverted] : []),
    ...(missing.length > 0
      ? [
          {
            code: 'missing_permission' as const,
            message: `You lack ${missing.join(', ')}; ask for a role that has it.`,
          },
        ]
      : []),
    ...(related > relatedMax ? [tooManyRelated] : []),
  ];
}

const alreadyConverted: Blocker = {
  code: 'already_converted',
  message: 'The lead has been converted; see the records that it became.',
};

export const tooManyRelated: Blocker = {
  code: 'too_many_related',
  message: `More than ${relatedMax} activities and members of campaigns would move with the lead; delete some first.`,
};
