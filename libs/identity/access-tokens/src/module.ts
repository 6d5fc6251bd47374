import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Logger, Metrics } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { KeyRing } from './keys/key-ring.ts';
import { KeyService } from './keys/key-service.ts';
import { KeyStore } from './keys/key-store.ts';
import { Sealing } from './keys/sealing.ts';
import { SigningKeys } from './keys/signing-keys.ts';
import { TokenVerifier, type TokenVerifierOptions, type VerifiedToken } from './token-verifier.ts';

/** For services that take access tokens. */
export function verifyingModule<Token extends VerifiedToken>(options: TokenVerifierOptions<Token>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, KeyRing, [Database]);
    singleton(bind, TokenVerifier<Token>, [KeyRing], options);
  });
}

/** For the service that signs access tokens, with each key for a period. It binds `Sealing`. */
export function signingModule(periodMs: number): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, KeyStore, [Database, Sealing]);
    singleton(bind, SigningKeys, [KeyStore, Logger, Metrics], periodMs);
  });
}

/** For the service with which operators change the keys. It binds `Sealing`. */
export const keysModule = new ContainerModule(({ bind }) => {
  singleton(bind, KeyStore, [Database, Sealing]);
  singleton(bind, KeyService, [KeyStore]);
});
