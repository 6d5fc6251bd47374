import { erased, type TenantTable } from '@rapport/database';

export const recordTables: readonly TenantTable[] = [
  erased('cell.outbox'),
  erased('cell.fan_out'),
  erased('cell.member'),
];
