import { AppError, type CallContext } from '@rapport/kernel';
import type { ClientToken, TokenVerifier } from './token-verifier.ts';

/** An API client's token; undefined for a text that is no token of ours, has run out, or belongs to another principal. */
export async function presentedToken(
  context: CallContext,
  verifier: TokenVerifier,
  clientId: string,
  text: string,
): Promise<ClientToken | undefined> {
  try {
    const token = await verifier.verify(context, text);
    return token.kind === 'client' && token.clientId === clientId ? token : undefined;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'token_invalid' || error.code === 'token_expired')) {
      return undefined;
    }
    throw error;
  }
}
