import { endpoint } from '@rapport/http-contract';
import { tenantExport } from '@rapport/kinds';
import { idParameter, requiredText } from '@rapport/members/fields';
import { lives } from '@rapport/kernel';
import { z } from 'zod';
import { tenantPath } from '../tenants.ts';

/** The exports of a tenant, as owners and operators see them. */
export const exportList = z.object({ exports: z.array(tenantExport) }).meta({ id: 'ExportList' });

export const exportPath = tenantPath.extend({ exportId: idParameter().describe('The id of the export.') });
export const exportFilePath = exportPath.extend({
  name: requiredText(100).describe('The name of the file, as the export lists it.'),
});

/** A file of an export, whole and in parts. */
export const exportFile = {
  status: 200,
  bytes: ['application/gzip', 'application/json', 'application/octet-stream'],
} as const;

export const howExportsAre = `One that waits or runs is answered, and no second one is made. The newest three are kept, for ${lives.export}.`;

const exports = '/subscription/v1/operator/tenants/{tenantId}/exports';
const errors = ['not_found', 'invalid_transition'] as const;

/** The operators' operations on the exports of a tenant. */
export const exportContract = {
  orderExport: endpoint({
    operationId: 'orderExport',
    method: 'post',
    path: exports,
    access: 'operator',
    summary: 'Order an export of all data of a tenant',
    description: howExportsAre,
    params: tenantPath,
    success: { status: 202, body: tenantExport },
    errors,
  }),
  listExports: endpoint({
    operationId: 'listExports',
    method: 'get',
    path: exports,
    access: 'operator',
    summary: 'List the exports of a tenant, newest first, 100 at most',
    params: tenantPath,
    success: { status: 200, body: exportList },
    errors,
  }),
  getExport: endpoint({
    operationId: 'getExport',
    method: 'get',
    path: `${exports}/{exportId}`,
    access: 'operator',
    summary: 'An export of a tenant, with its state and its files',
    params: exportPath,
    success: { status: 200, body: tenantExport },
    errors,
  }),
  fetchExportFile: endpoint({
    operationId: 'fetchExportFile',
    method: 'get',
    path: `${exports}/{exportId}/files/{name}`,
    access: 'operator',
    summary: 'Fetch a file of an export, whole or in part',
    params: exportFilePath,
    success: exportFile,
    errors,
  }),
};
