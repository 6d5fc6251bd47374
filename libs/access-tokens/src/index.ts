export {
  accessTokenLifetimeSeconds,
  applicationApiAudience,
  publicApiAudience,
  signAccessToken,
  type AccessTokenClaims,
} from './access-token.ts';
export { keyAlgorithms } from './keys/key-algorithm.ts';
export { KeyRing } from './keys/key-ring.ts';
export { KeyService, type ListedKey } from './keys/key-service.ts';
export { watchKeys } from './keys/key-watch.ts';
export { Sealing } from './keys/sealing.ts';
export { SigningKeys } from './keys/signing-keys.ts';
export { keysModule, signingModule, verifyingModule } from './module.ts';
export { presentedToken } from './presented-token.ts';
export { TokenVerifier, type VerifiedToken } from './token-verifier.ts';
