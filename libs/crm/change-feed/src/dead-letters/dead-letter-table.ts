import { erased, type TenantTable } from '@rapport/database';

export const deadLetterTables: readonly TenantTable[] = [erased('cell.poison_event')];
