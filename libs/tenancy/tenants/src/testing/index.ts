export { bindTenants } from './bind-tenants.ts';
export { personalMails, signUp, tenantMails, verificationLinkIn, type SignedUpTenant } from './signed-up-tenant.ts';
