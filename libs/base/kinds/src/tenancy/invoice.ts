import { namedList } from '@rapport/members/fields';
import { z } from 'zod';

export const invoiceStatuses = namedList('InvoiceStatus', ['open', 'paid', 'void']);

export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** An invoice as answers show it. */
export const invoice = z
  .object({
    invoiceId: z.uuid(),
    number: z.int().describe('Counted over the installation from 1, without gaps.'),
    status: z.enum(invoiceStatuses),
    amount: z.number(),
    currency: z.string(),
    periodFrom: z.iso.datetime(),
    periodTo: z.iso.datetime(),
    issuedOnUtc: z.iso.datetime(),
    dueOnUtc: z.iso.datetime(),
    paidOnUtc: z.iso.datetime().nullable(),
    url: z.string().nullable().describe('Where it can be looked at; null where it came by mail alone.'),
  })
  .meta({ id: 'Invoice' });

export type Invoice = z.output<typeof invoice>;
