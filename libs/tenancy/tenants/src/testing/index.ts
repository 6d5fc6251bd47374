export { bindTenants } from './bind-tenants.ts';
export { newTenant } from './new-tenant.ts';
export {
  passwordLinkIn,
  personalMails,
  signUp,
  tenantMails,
  verificationLinkIn,
  type SignedUpTenant,
} from './signed-up-tenant.ts';
