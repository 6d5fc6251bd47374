import { valuesOf, type Ids } from '../../bodies.ts';
import type { FieldPlan } from '../../custom-fields.ts';
import type { Match } from '../../drawn.ts';
import type { ModelRecord } from '../../model.ts';
import type { Members } from '../../resources.ts';
import type { Convert, DrawnTarget, DrawnValues } from './conversion-operations.ts';

/** The body of a conversion, as a person sends it. */
export interface ConversionBody {
  readonly leadId: string;
  readonly version?: string;
  readonly customer?: SentTarget;
  readonly contact?: SentTarget;
  readonly opportunity?: SentTarget;
  readonly ownerUserId?: string;
  readonly overwriteExisting: boolean;
  readonly moveActivities: boolean;
  readonly skipDuplicateCheck: boolean;
}

/** The id of an existing record is sent with every mode, and counts in one of them. */
export interface SentTarget {
  readonly mode: 'create' | 'existing' | 'none';
  readonly customerId?: string;
  readonly contactId?: string;
  readonly values?: Members;
}

/** The body that stands for the legacy request, which has none. */
export function legacyBody(leadId: string): ConversionBody {
  return { leadId, overwriteExisting: false, moveActivities: true, skipDuplicateCheck: true };
}

export function bodyOfConversion(
  { version, customer, contact, opportunity, owner, overwrites, moves, skips }: Convert,
  lead: ModelRecord | undefined,
  leadId: string,
  ids: Ids,
): ConversionBody {
  const said = versionSaid(version, lead);
  return {
    leadId,
    ...(said !== null && { version: said }),
    ...(customer && {
      customer: {
        ...sentTarget(customer, ids.fields('customers'), ({ words: [name], email }) => ({ ...named({ name }), email })),
        customerId: ids.record('customers', customer.existing),
      },
    }),
    ...(contact && {
      contact: {
        ...sentTarget(contact, ids.fields('contacts'), ({ words: [lastName, firstName], email }) => ({
          ...named({ lastName }),
          ...{ firstName, email },
        })),
        contactId: ids.record('contacts', contact.existing),
      },
    }),
    ...(opportunity && {
      opportunity: sentTarget(opportunity, ids.fields('opportunities'), ({ words: [name, description] }) => ({
        ...named({ name }),
        description,
      })),
    }),
    ...(owner !== null && { ownerUserId: ids.user(owner) }),
    ...{ overwriteExisting: overwrites, moveActivities: moves, skipDuplicateCheck: skips },
  };
}

function sentTarget<Mode extends SentTarget['mode']>(
  { mode, values }: DrawnTarget<Mode>,
  fields: readonly FieldPlan[],
  own: (values: DrawnValues) => Members,
): SentTarget {
  if (values === null) {
    return { mode };
  }
  const customFields = values.fields && valuesOf(values.fields, fields);
  return { mode, values: { ...own(values), ...(customFields && { customFields }) } };
}

/** A name is never emptied; the other members may be. */
function named(name: Members): Members {
  return Object.fromEntries(Object.entries(name).filter(([, word]) => word !== null));
}

/** Nothing is said of a version that is not surely known. */
function versionSaid(match: Match, lead: ModelRecord | undefined): string | null {
  if (match === 'wrong') {
    return '999999';
  }
  return match === 'none' || lead === undefined || lead.mayBeNewer ? null : String(lead.version);
}
