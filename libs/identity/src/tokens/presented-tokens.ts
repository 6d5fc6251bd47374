import { AppError, type CallContext } from '@rapport/kernel';
import type { PrincipalState } from '../admission/principal-state.ts';
import { withHeaders, type ClientEntrance, type Toll } from '../clients/client-entrance.ts';
import type { Visit, Visitor } from '../token-events.ts';
import { readConnectForm, requireField, type ConnectRequest } from './connect-form.ts';
import type { TokenVerifier, VerifiedToken } from './token-verifier.ts';

/** A token that a client asks about or gives up. */
export interface PresentedToken {
  readonly visitor: Visitor;
  /** The client's state as it is now. */
  readonly state: PrincipalState;
  /** Nothing for a text that is no token of ours, has run out, or belongs to somebody else. */
  readonly token: VerifiedToken | undefined;
}

/** Takes tokens in from clients that have shown who they are. A client is told of its own tokens alone. */
export class PresentedTokens {
  readonly #entrance: ClientEntrance;
  readonly #verifier: TokenVerifier;

  constructor(entrance: ClientEntrance, verifier: TokenVerifier) {
    this.#entrance = entrance;
    this.#verifier = verifier;
  }

  /**
   * `token_type_hint` is not looked at: there is one type of token. The headers belong to the answer, and to each failure after the
   * client has entered.
   */
  async receive<T>(
    context: CallContext,
    request: ConnectRequest,
    visit: Visit,
    answer: (presented: PresentedToken) => Promise<T>,
  ): Promise<{ answer: T; headers: Record<string, string> }> {
    const form = readConnectForm(request);
    const text = requireField(form, 'token', 'an access token');
    const { state, secretId, headers } = await this.#entrance.enter(context, form.credentials, visit, toll);
    const visitor = { visit, clientId: state.client.clientId, state, secretId };
    try {
      const token = await this.#verify(context, text);
      const isOwn = token?.clientId === state.client.clientId;
      return { answer: await answer({ visitor, state, token: isOwn ? token : undefined }), headers };
    } catch (error) {
      throw error instanceof AppError ? withHeaders(error, headers) : error;
    }
  }

  async #verify(context: CallContext, text: string): Promise<VerifiedToken | undefined> {
    try {
      return await this.#verifier.verify(context, text);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'token_invalid' || error.code === 'token_expired')) {
        return undefined;
      }
      throw error;
    }
  }
}

const presentedPerMinute = 600;

const toll: Toll = {
  policy: 'presented-token',
  bucket: (clientId, { address }) => `{${clientId}}:presented-token:${address}`,
  limitOf: () => presentedPerMinute,
  strangersPerMinute: presentedPerMinute,
};
