export { signupsModule } from './module.ts';
export { SignupKeys } from './signup-keys.ts';
export { SignupLimits, type SignupBounds, type CountedSignup } from './signup-limits.ts';
export { signupVariables, type SignupSettings } from './signup-variables.ts';
export type { NewSignup, Signup, SignupCaller } from './signup.ts';
export { Signups } from './signups.ts';
