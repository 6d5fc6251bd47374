export {
  accessTokenLifetimeSeconds,
  applicationApiAudience,
  personTokenLifetimeSeconds,
  publicApiAudience,
  signAccessToken,
  type AccessTokenClaims,
  type ClientClaims,
  type PersonClaims,
} from './access-token.ts';
export { KeyRing } from './keys/key-ring.ts';
export { KeyService, type ListedKey } from './keys/key-service.ts';
export { Sealing } from './keys/sealing.ts';
export { SigningKeys } from './keys/signing-keys.ts';
export { keysModule, signingModule, verifyingModule } from './module.ts';
export { presentedPersonToken, presentedToken } from './presented-token.ts';
export {
  isClientToken,
  TokenVerifier,
  type ClientToken,
  type PersonToken,
  type VerifiedToken,
} from './token-verifier.ts';
