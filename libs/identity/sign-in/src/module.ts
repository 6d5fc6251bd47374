import { SigningKeys, TokenVerifier } from '@rapport/access-tokens';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { InvitationLimit, PasswordLinks, Passwords, VerificationLimit, VerificationLinks } from '@rapport/people';
import { FailureLog, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { BrowserSignIns, Sessions } from '@rapport/sessions';
import { Metrics } from '@rapport/telemetry';
import { TokenEvents } from '@rapport/token-audit';
import { ContainerModule } from 'inversify';
import { AddressVerification } from './asking/address-verification.ts';
import { Credentials } from './asking/credentials.ts';
import { FormTokens } from './asking/form-tokens.ts';
import { IdentityStore } from './asking/identity-store.ts';
import { KnownBrowsers } from './asking/known-browsers.ts';
import { PasswordSetting } from './asking/password-setting.ts';
import { SignIn } from './asking/sign-in.ts';
import { SignOut } from './asking/sign-out.ts';
import { RedirectAddresses } from './console-client.ts';
import { CountedInvitations } from './guessing/counted-invitations.ts';
import { CountedVerifications } from './guessing/counted-verifications.ts';
import { Guessing } from './guessing/guessing.ts';
import { ResetLimit } from './guessing/reset-limit.ts';
import { SignInKeys } from './sign-in-keys.ts';
import { SignInPurge } from './sign-in-purge.ts';
import { CodeGrant } from './tokens/code-grant.ts';
import { CodeStore } from './tokens/code-store.ts';
import { PersonRevocation } from './tokens/person-revocation.ts';
import { PersonTokenIssuer } from './tokens/person-tokens.ts';
import { RefreshGrant } from './tokens/refresh-grant.ts';
import { RefreshStore } from './tokens/refresh-store.ts';
import { RefreshTokens } from './tokens/refresh-tokens.ts';

/** For every service that compares passwords or invites people: failures, invitations and verifications count together. All replicas have the shared key. */
export function guessingModule(sharedKey: Buffer): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, SignInKeys, [], sharedKey);
    singleton(bind, FailureLog, [Redis, Metrics]);
    singleton(bind, Guessing, [FailureLog, SignInKeys]);
    singleton(bind, CountedInvitations, [FailureLog, SignInKeys]);
    bind(InvitationLimit).toService(CountedInvitations);
    singleton(bind, CountedVerifications, [FailureLog, SignInKeys]);
    bind(VerificationLimit).toService(CountedVerifications);
  });
}

export interface SignInSettings {
  readonly issuer: string;
  /** The addresses to which a code may go, beside that of the console and loopback. */
  readonly redirectAddresses: readonly string[];
}

/** For the service at which people sign in. */
export function signInModule({ issuer, redirectAddresses }: SignInSettings): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, RedirectAddresses, [], issuer, redirectAddresses);
    singleton(bind, FormTokens, [SignInKeys]);
    singleton(bind, KnownBrowsers, [SignInKeys]);
    singleton(bind, IdentityStore, []);
    singleton(bind, CodeStore, [SignInKeys]);
    singleton(bind, RefreshTokens, [SignInKeys]);
    singleton(bind, RefreshStore, [RefreshTokens]);
    singleton(bind, Credentials, [Database, IdentityStore, Passwords, Guessing, KnownBrowsers]);
    singleton(
      bind,
      SignIn,
      [
        ...([Database, Credentials, IdentityStore, BrowserSignIns, KnownBrowsers, CodeStore] as const),
        ...([FormTokens, RedirectAddresses, TokenEvents] as const),
      ],
      issuer,
    );
    singleton(bind, SignOut, [Database, BrowserSignIns, Sessions, FormTokens, TokenEvents]);
    singleton(bind, ResetLimit, [FailureLog, SignInKeys]);
    singleton(bind, PasswordSetting, [
      ...([PasswordLinks, Guessing, ResetLimit, FormTokens, KnownBrowsers, TokenEvents] as const),
    ]);
    singleton(bind, AddressVerification, [VerificationLinks, FormTokens, TokenEvents]);
    singleton(bind, CodeGrant, [Database, CodeStore, RefreshStore, Sessions, RedirectAddresses]);
    singleton(bind, RefreshGrant, [Database, RefreshStore, Sessions]);
    singleton(bind, PersonTokenIssuer, [CodeGrant, RefreshGrant, SigningKeys, Limiter, TokenEvents], issuer);
    singleton(bind, PersonRevocation, [Database, RefreshStore, Sessions, TokenVerifier, Limiter, TokenEvents]);
    singleton(bind, SignInPurge, [Database]);
  });
}
