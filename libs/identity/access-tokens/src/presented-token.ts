import { AppError, type CallContext } from '@rapport/kernel';
import type { ClientToken, PersonToken, TokenVerifier, VerifiedToken } from './token-verifier.ts';

/** An API client's token; undefined for a text that is no token of ours, has run out, or belongs to another principal. */
export async function presentedToken(
  context: CallContext,
  verifier: TokenVerifier,
  clientId: string,
  text: string,
): Promise<ClientToken | undefined> {
  const token = await goodToken(context, verifier, clientId, text);
  return token?.kind === 'client' ? token : undefined;
}

/** The token of a person who signed in at the client, in the same way. */
export async function presentedPersonToken(
  context: CallContext,
  verifier: TokenVerifier,
  clientId: string,
  text: string,
): Promise<PersonToken | undefined> {
  const token = await goodToken(context, verifier, clientId, text);
  return token?.kind === 'person' ? token : undefined;
}

async function goodToken(
  context: CallContext,
  verifier: TokenVerifier,
  clientId: string,
  text: string,
): Promise<VerifiedToken | undefined> {
  try {
    const token = await verifier.verify(context, text);
    return token.clientId === clientId ? token : undefined;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'token_invalid' || error.code === 'token_expired')) {
      return undefined;
    }
    throw error;
  }
}
