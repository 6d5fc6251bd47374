import { namedList } from '@rapport/members/fields';
import { z } from 'zod';

export const exportStates = namedList('ExportState', ['queued', 'running', 'ready', 'failed', 'expired']);

export type ExportState = (typeof exportStates)[number];

/** An export of a tenant's data, as owners and operators see it. */
export const tenantExport = z
  .object({
    exportId: z.uuid(),
    state: z.enum(exportStates),
    createdOnUtc: z.iso.datetime(),
    readyOnUtc: z.iso.datetime().nullable(),
    expiresOnUtc: z.iso.datetime().nullable().describe('When its files go; a later export may have them go earlier.'),
    failure: z.string().nullable().describe('Why it failed; null where it has not.'),
    files: z
      .array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }))
      .describe('The files as they are served; none unless it is ready.'),
  })
  .meta({ id: 'Export' });

export type TenantExport = z.output<typeof tenantExport>;
