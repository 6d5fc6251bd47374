import { endpoint } from '@rapport/http-contract';
import { tenantExport } from '@rapport/kinds';
import { exportFile, exportFilePath, exportList, exportPath, howExportsAre } from './exports.ts';
import { owner, tenant } from '../companies/owners.ts';

const exports = `${tenant}/exports` as const;
const errors = ['invalid_transition'] as const;

/** Owners take the data of their tenant along by these. */
export const ownExportContract = {
  orderOwnExport: endpoint({
    ...owner,
    operationId: 'orderOwnExport',
    method: 'post',
    path: exports,
    summary: 'Order an export of all data of the tenant; verified owners get a mail when it is ready',
    description: howExportsAre,
    success: { status: 202, body: tenantExport },
    errors,
  }),
  listOwnExports: endpoint({
    ...owner,
    operationId: 'listOwnExports',
    method: 'get',
    path: exports,
    summary: 'List the exports, newest first, 100 at most',
    success: { status: 200, body: exportList },
    errors,
  }),
  getOwnExport: endpoint({
    ...owner,
    operationId: 'getOwnExport',
    method: 'get',
    path: `${exports}/{exportId}`,
    summary: 'An export, with its state and its files',
    params: exportPath,
    success: { status: 200, body: tenantExport },
    errors,
  }),
  fetchOwnExportFile: endpoint({
    ...owner,
    operationId: 'fetchOwnExportFile',
    method: 'get',
    path: `${exports}/{exportId}/files/{name}`,
    summary: 'Fetch a file of an export, whole or in part',
    description:
      '`manifest.json` says what is in the others: each line of a file that ends in `.ndjson.gz` is a record as JSON. A download that was cut off goes on with `Range` and `If-Range`.',
    params: exportFilePath,
    success: exportFile,
    errors,
  }),
};
