import { listPage } from '@rapport/http-contract';
import { changeOperations } from '@rapport/kinds';
import { z } from 'zod';

/** One committed change of one record, as the calling client may see it. */
export const change = z
  .object({
    id: z.uuid().describe('The id of this change.'),
    resource: z.string(),
    entityId: z.uuid().describe('The id of the changed record.'),
    operation: z
      .enum(changeOperations)
      .describe('A record that leaves what the client may see counts as deleted, one that enters it as updated.'),
    occurredOnUtc: z.iso
      .datetime({ precision: 6 })
      .describe('The `lastModifiedOnUtc` that the change gave the record.'),
    externalId: z.string().nullable().describe('The calling client’s own external id of the record.'),
  })
  .meta({ id: 'Change' });

export const changePage = listPage('ChangePage', change);

export type Change = z.output<typeof change>;
