export { tenantsModule } from './module.ts';
export type { NewTenant, Tenant } from './tenant.ts';
export { ensureCells, TenantService, type CreatedTenant } from './tenant-service.ts';
