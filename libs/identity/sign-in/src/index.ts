export {
  AddressVerification,
  type DoneVerification,
  type VerificationAnswer,
  type VerificationQuestion,
} from './asking/address-verification.ts';
export { signInCookie, type BrowserRequest, type NewCookie, type SentForm } from './asking/browser-request.ts';
export { foreignForm, formField, FormTokens, type FormToken } from './asking/form-tokens.ts';
export { PasswordSetting, type PasswordAnswer, type PasswordQuestion } from './asking/password-setting.ts';
export { SignIn, type SignInAnswer, type SignInQuestion } from './asking/sign-in.ts';
export { SignOut } from './asking/sign-out.ts';
export { consoleClientId, consoleGrants, type ConsoleGrant } from './console-client.ts';
export { countedKeysOf } from './guessing/counted-keys.ts';
export { Guessing, type Attempt, type Guess, type Stop } from './guessing/guessing.ts';
export { ResetLimit } from './guessing/reset-limit.ts';
export { guessingModule, signInModule, type SignInSettings } from './module.ts';
export { SignInPurge } from './sign-in-purge.ts';
export { signInTables } from './tokens/code-store.ts';
export { PersonRevocation } from './tokens/person-revocation.ts';
export { PersonTokenIssuer, type PersonTokens } from './tokens/person-tokens.ts';
