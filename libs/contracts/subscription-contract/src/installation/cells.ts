import { endpoint, requestBody } from '@rapport/http-contract';
import { requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from '../fields.ts';

const unknownWhileAway = 'Null while the cell does not answer.';

const failed = z.object({
  number: z.int().describe('The number of the tenant, which `rapport migrate up --tenant` takes.'),
  failure: z.string(),
  failedOnUtc: z.iso.datetime(),
});

const cell = z
  .object({
    name: z.string(),
    isOpen: z.boolean().describe('Whether new tenants go into it.'),
    tenants: z.int(),
    tenantsMax: z.int(),
    pendingMigrations: z.int().nullable().describe(`How many files its own schema lacks. ${unknownWhileAway}`),
    behind: z.int().nullable().describe(`How many of its tenants are not migrated. ${unknownWhileAway}`),
    failed: z
      .array(failed)
      .optional()
      .describe('Those of which the migration failed, the last ones first, where there are any.'),
  })
  .meta({ id: 'Cell' });

const cellPath = z.object({ cell: requiredText(50).describe('The name of the cell.') });

/** The operators' operations on the cells of the installation. */
export const cellContract = {
  listCells: endpoint({
    operationId: 'listCells',
    method: 'get',
    path: '/subscription/v1/operator/cells',
    access: 'operator',
    summary: 'List the cells, with their tenants and what they lack of the migrations',
    success: { status: 200, body: z.object({ cells: z.array(cell) }).meta({ id: 'CellList' }) },
    errors: [],
  }),
  openCell: endpoint({
    operationId: 'openCell',
    method: 'post',
    path: '/subscription/v1/operator/cells/{cell}/open',
    access: 'operator',
    summary: 'Let new tenants into a cell, which every process has to know by then',
    params: cellPath,
    body: requestBody(
      'CellOpening',
      {
        tenantsMax: z
          .int()
          .min(1)
          .max(1_000_000)
          .default(2_000)
          .describe('Until it has so many; sign-ups of one moment may pass it.'),
      },
      [],
    ),
    success: { status: 200, body: nothing },
    errors: ['not_found'],
  }),
  closeCell: endpoint({
    operationId: 'closeCell',
    method: 'post',
    path: '/subscription/v1/operator/cells/{cell}/close',
    access: 'operator',
    summary: 'Let no more new tenants into a cell, but for those whose creation names it',
    params: cellPath,
    success: { status: 200, body: nothing },
    errors: ['not_found'],
  }),
};
