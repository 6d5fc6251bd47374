import { dateTime } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { z } from 'zod';

/** The part of a conversion for one record: it makes one, fills one, or has none. */
export const conversionModes = namedList('LeadConvertContactMode', ['create', 'existing', 'none']);

export type ConversionMode = (typeof conversionModes)[number];

/** Why a lead is not converted. */
export const conversionBlockers = namedList('LeadConvertBlocker', [
  'already_converted',
  'missing_permission',
  'too_many_related',
]);

export type ConversionBlocker = (typeof conversionBlockers)[number];

/** The permissions without which nothing is converted. */
export const conversionPermissions = ['lead.convert', 'leads.write', 'customers.write'] as const;

export const conversionResult = z
  .object({
    leadId: z.uuid(),
    status: z.literal('converted'),
    customerId: z.uuid(),
    contactId: z.uuid().nullable(),
    opportunityId: z.uuid().nullable(),
    customerCreated: z.boolean(),
    contactCreated: z.boolean(),
    opportunityCreated: z.boolean(),
    movedActivityCount: z.int(),
    convertedOnUtc: dateTime(),
  })
  .meta({ id: 'LeadConvertResultDto' });

export type ConversionResult = z.output<typeof conversionResult>;
