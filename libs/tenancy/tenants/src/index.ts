export { tenantsModule } from './module.ts';
export type { NewTenant, OperatorsTenant } from './tenant.ts';
export { Cells } from './cells.ts';
export { TenantBirth } from './tenant-birth.ts';
export { TenantCreation, type CreatedTenant } from './tenant-creation.ts';
export { TenantList } from './tenant-list.ts';
export { ensureCells, TenantService } from './tenant-service.ts';
export { tenantTables } from './tenant-store.ts';
export { TenantViews } from './tenant-views.ts';
