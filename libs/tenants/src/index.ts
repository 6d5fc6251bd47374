export { tenantsModule } from './module.ts';
export type { NewTenant, Tenant } from './tenant.ts';
export { TenantCreation, type CreatedTenant } from './tenant-creation.ts';
export { ensureCells, TenantService } from './tenant-service.ts';
