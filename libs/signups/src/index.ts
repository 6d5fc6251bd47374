export { SignupKeys } from './signup-keys.ts';
export { SignupLimits, type SignupBounds, type CountedSignup } from './signup-limits.ts';
