import type { ConversionBasis } from './conversion-basis.ts';
import type { ConversionRights } from './conversion-rights.ts';
import { relatedMax } from './conversion-statements.ts';
import type { FieldMapping } from './lead-mapping.ts';
import { shownMatches, type Match } from './matches.ts';
import { suggestedContact, suggestedCustomer, suggestedOpportunity, type Mode } from './suggested-modes.ts';
import type { Values } from './values.ts';

export interface Blocker {
  readonly code: 'already_converted' | 'missing_permission' | 'too_many_related';
  readonly message: string;
}

export interface ConversionPreview {
  readonly leadId: string;
  readonly leadStatus: string;
  readonly version: string;
  readonly canConvert: boolean;
  readonly blockers: readonly Blocker[];
  readonly customer: PreviewTarget;
  readonly contact: PreviewTarget;
  readonly opportunity: PreviewTarget;
  readonly customerMatches: readonly Match[];
  readonly contactMatches: readonly Match[];
  readonly fieldMappings: readonly FieldMapping[];
  readonly unmappedCustomFields: readonly string[];
  readonly activityCount: number;
  readonly campaignMemberCount: number;
}

interface PreviewTarget {
  readonly suggestedMode: Mode;
  readonly values: Values;
}

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
): ConversionPreview {
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

/** The permissions without which nothing is converted. */
export const neededPermissions = ['lead.convert', 'leads.write', 'customers.write'] as const;

function blockersOf(status: string, related: number, rights: ConversionRights): Blocker[] {
  const missing = neededPermissions.filter((permission) => !rights.has(permission));
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
