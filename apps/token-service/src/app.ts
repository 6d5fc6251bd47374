import { SigningKeys } from '@rapport/access-tokens';
import { contracts as applicationContracts } from '@rapport/application-contract';
import { isProduction } from '@rapport/config';
import { takesCredentials, type Contract } from '@rapport/http-contract';
import { failureFormsByPath } from '@rapport/http-contract/failures';
import { ClientAddress, httpApp, type Guard } from '@rapport/http-server';
import { contracts as publicContracts } from '@rapport/public-contract';
import { AddressVerification, PasswordSetting, SignIn, SignOut } from '@rapport/sign-in';
import { companyContracts } from '@rapport/subscription-contract';
import { Telemetry } from '@rapport/telemetry';
import {
  CredentialsInQuery,
  hasCredentials,
  TokenIntrospection,
  TokenIssuer,
  TokenRevocation,
} from '@rapport/token-endpoint';
import type { Container } from 'inversify';
import type { Settings } from './config.ts';
import { Cookies } from './pages/cookies.ts';
import { Browsers } from './routes/browser.ts';
import { developerTokenRoutes } from './routes/developer-tokens.ts';
import { passwordRoutes } from './routes/passwords.ts';
import { securityRoutes } from './routes/security.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { tokenRoutes, type TokenContext } from './routes/tokens.ts';
import { verificationRoutes } from './routes/verification.ts';

export function tokenServiceApp(container: Container, settings: Settings) {
  const issuer = container.get(TokenIssuer);
  const browsers = new Browsers(new Cookies(settings.ISSUER));
  return httpApp<TokenContext>({
    telemetry: container.get(Telemetry),
    failureFormAt: failureFormsByPath(endpoints),
    guards: [
      noteCaller(new ClientAddress(settings.TRUSTED_PROXIES)),
      noteCredentialsInQuery(container.get(CredentialsInQuery)),
    ],
    // A caller's credentials are part of the body.
    guardsBehindBody: [],
    routes: [
      ...tokenRoutes(
        {
          issuer,
          introspection: container.get(TokenIntrospection),
          revocation: container.get(TokenRevocation),
          keys: container.get(SigningKeys),
        },
        settings.ISSUER,
      ),
      ...signInRoutes(browsers, container.get(SignIn), container.get(SignOut)),
      ...passwordRoutes(browsers, container.get(PasswordSetting)),
      ...verificationRoutes(browsers, container.get(AddressVerification)),
      ...(settings.SECURITY_CONTACT === undefined ? [] : securityRoutes(settings.ISSUER, settings.SECURITY_CONTACT)),
      ...(settings.DEVELOPER_TOKENS ? developerTokenRoutes(issuer) : []),
    ],
    checkResponses: !isProduction,
  });
}

/** All endpoints of the base address, other services' too. They bound the paths on which failures have one form. */
const endpoints = [publicContracts, applicationContracts, companyContracts]
  .flatMap((contracts) => Object.values<Contract>(contracts))
  .flatMap((contract) => Object.values(contract));

/** Notes what the endpoints need of a request besides its form: the caller, and credentials outside of the body. */
function noteCaller(addresses: ClientAddress): Guard<TokenContext> {
  return (exchange) => {
    exchange.context = {
      trace: exchange.trace,
      caller: {
        address: addresses.ofCaller(exchange),
        userAgent: exchange.header('user-agent'),
      },
      authorization: exchange.header('authorization'),
      query: exchange.search,
      cookie: exchange.header('cookie'),
    };
  };
}

/** Only endpoints that take credentials refuse such an address. */
function noteCredentialsInQuery(inQuery: CredentialsInQuery): Guard<TokenContext> {
  return ({ endpoint, search, context }) => {
    if (search !== '' && takesCredentials(endpoint.access) && hasCredentials(search)) {
      return inQuery.note(context, search, context.caller);
    }
  };
}
