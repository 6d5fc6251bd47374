import { contacts, customers, opportunities } from '@rapport/crm-records';
import type { Sent } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import type { ConversionRights } from './conversion-rights.ts';
import type { ConversionRequest } from './conversion-request.ts';
import { countRelated, findCustomFields } from './conversion-statements.ts';
import { mappedLead, type CustomFieldKind, type MappedLead, type Target } from './lead-mapping.ts';
import { candidateOf, contactsLike, customersLike, unread, type CandidateRow } from './matches.ts';
import type { Matches } from './suggested-modes.ts';
import { laidOver, type Values } from './values.ts';

/** The sender of the reads of a basis: a tenant's schema, or the transaction of a conversion. */
export type Query = <R extends object>(sent: Sent) => Promise<R[]>;

/** Everything that a conversion depends on beside the lead itself. */
export interface ConversionBasis {
  readonly mapped: MappedLead;
  /** The mapped values under those that the caller gives. */
  readonly values: Readonly<Record<Target, Values>>;
  readonly matches: Matches;
  readonly related: Related;
}

export interface Related {
  readonly activities: number;
  readonly members: number;
}

/** Reads what a lead would become, and the records that are like that. */
export async function basisOf(
  context: RequestContext,
  query: Query,
  leadId: string,
  lead: Values,
  requested: ConversionRequest['targets'],
  rights: ConversionRights,
): Promise<ConversionBasis> {
  const kinds = await query<CustomFieldRow>(findCustomFields);
  const mapped = mappedLead(lead, kinds.map(kindOf));
  const valuesOf = (target: Target): Values => laidOver(mapped.values[target], requested[target]?.values ?? {});
  const values = { customer: valuesOf('customer'), contact: valuesOf('contact'), opportunity: valuesOf('opportunity') };
  const like = async (sent: Sent, read: string) => {
    const candidates = (await query<CandidateRow>(sent)).map(candidateOf);
    return rights.has(read) ? candidates : candidates.map(unread);
  };
  const matches = {
    customer: await like(customersLike(context, values.customer), 'customers.read'),
    contact: await like(contactsLike(context, values.contact), 'contacts.read'),
  };
  const [related = { activities: 0, members: 0 }] = await query<Related>(countRelated.with({ leadId }));
  return { mapped, values, matches, related };
}

interface CustomFieldRow extends Omit<CustomFieldKind, 'target'> {
  readonly resource: number;
}

function kindOf({ resource, key, fieldType, options }: CustomFieldRow): CustomFieldKind {
  return { target: targetOfResource[resource] ?? 'lead', key, fieldType, options };
}

/** The numbers of the resources of the targets. */
const targetOfResource: Readonly<Record<number, Target>> = {
  [customers.resource.number]: 'customer',
  [contacts.resource.number]: 'contact',
  [opportunities.resource.number]: 'opportunity',
};
