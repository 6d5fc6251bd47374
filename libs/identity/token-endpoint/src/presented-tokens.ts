import { presentedToken, type ClientToken, type TokenVerifier } from '@rapport/access-tokens';
import type { PrincipalState } from '@rapport/admission';
import { AppError, type CallContext, withHeaders } from '@rapport/kernel';
import type { Requester } from '@rapport/token-audit';
import { readConnectForm, requireField, type ConnectRequest } from './connect-form.ts';
import type { ClientLimit, LimitedAuthentication } from './entrance/limited-authentication.ts';

/** A token that a client asks about or gives up. */
export interface PresentedToken {
  readonly requester: Requester;
  /** The client's state as it is now. */
  readonly state: PrincipalState;
  /** Undefined for a text that is no token of ours, has run out, or belongs to another client. */
  readonly token: ClientToken | undefined;
}

/** An answer with its headers. */
export interface WithHeaders<T> {
  readonly answer: T;
  readonly headers: Record<string, string>;
}

/** Receives tokens from clients that have authenticated. A client learns of its own tokens alone. */
export class PresentedTokens {
  readonly #authentication: LimitedAuthentication;
  readonly #verifier: TokenVerifier;

  constructor(authentication: LimitedAuthentication, verifier: TokenVerifier) {
    this.#authentication = authentication;
    this.#verifier = verifier;
  }

  /** There is one type of token, so `token_type_hint` has no effect. The headers belong to a failure too. */
  async receive<T>(
    context: CallContext,
    request: ConnectRequest,
    answer: (presented: PresentedToken) => Promise<T>,
  ): Promise<WithHeaders<T>> {
    const form = readConnectForm(request);
    const text = requireField(form, 'token', 'an access token');
    const client = await this.#authentication.authenticate(context, form.credentials, request.caller, presentedLimit);
    const { state, requester, headers } = client;
    try {
      const token = await presentedToken(context, this.#verifier, state.client.clientId, text);
      return { answer: await answer({ requester, state, token }), headers };
    } catch (error) {
      throw error instanceof AppError ? withHeaders(error, headers) : error;
    }
  }
}

const presentedPerMinute = 600;

const presentedLimit: ClientLimit = {
  policy: 'presented-token',
  bucket: (clientId, { address }) => `{${clientId}}:presented-token:${address}`,
  limitOf: () => presentedPerMinute,
  unknownIdsPerMinute: presentedPerMinute,
};
