import type { ClientToken } from '@rapport/access-tokens';
import { standingOf, type PrincipalState, type PrincipalStore } from '@rapport/admission';
import type { CallContext } from '@rapport/kernel';
import type { TokenEvents } from '@rapport/token-audit';
import type { ConnectRequest } from './connect-form.ts';
import type { PresentedTokens, WithHeaders } from './presented-tokens.ts';

export type Introspection = ActiveToken | { readonly active: false };

export interface ActiveToken {
  readonly active: true;
  /** The scopes of the token that the client still has. */
  readonly scope: string;
  readonly client_id: string;
  readonly token_type: 'Bearer';
  readonly exp: number;
  readonly iat: number;
  readonly sub: string;
  readonly aud: string | string[];
  readonly iss: string;
  readonly jti: string;
  readonly tenant_id: string;
}

/** Answers a client whether its token is active: whether an API would take it now (RFC 7662). */
export class TokenIntrospection {
  readonly #presented: PresentedTokens;
  readonly #principals: PrincipalStore;
  readonly #events: TokenEvents;
  readonly #issuer: string;

  constructor(presented: PresentedTokens, principals: PrincipalStore, events: TokenEvents, issuer: string) {
    this.#presented = presented;
    this.#principals = principals;
    this.#events = events;
    this.#issuer = issuer;
  }

  introspect(context: CallContext, request: ConnectRequest): Promise<WithHeaders<Introspection>> {
    return this.#presented.receive(context, request, async ({ token, state }) => {
      const isActive = token !== undefined && (await this.#isTaken(context, token, state));
      this.#events.introspected(isActive);
      return isActive ? activeToken(token, state, this.#issuer) : { active: false };
    });
  }

  async #isTaken(context: CallContext, token: ClientToken, state: PrincipalState): Promise<boolean> {
    const standing = standingOf(token, state);
    return standing === 'unlisted' ? !(await this.#principals.isRevoked(context, token.tokenId)) : standing === 'good';
  }
}

function activeToken(token: ClientToken, { client, tenant }: PrincipalState, issuer: string): ActiveToken {
  const [audience, ...others] = token.audiences;
  return {
    active: true,
    scope: token.scopes.filter((scope) => client.scopes.includes(scope)).join(' '),
    client_id: client.clientId,
    token_type: 'Bearer',
    exp: token.expiresAtMs / 1_000,
    iat: token.issuedAtMs / 1_000,
    sub: client.clientId,
    aud: audience !== undefined && others.length === 0 ? audience : [...token.audiences],
    iss: issuer,
    jti: token.tokenId,
    tenant_id: tenant.id,
  };
}
