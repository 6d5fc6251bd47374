export { signupsModule } from './module.ts';
export { signupTables } from './signup-store.ts';
export { signupVariables, type SignupSettings } from './signup-variables.ts';
export type { Signup, SignupCaller } from './signup.ts';
export { Signups } from './signups.ts';
export { UnverifiedTenants } from './unverified-tenants.ts';
