export type AuthenticationMethod = 'client_secret_basic' | 'client_secret_post';

export interface TokenWish {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly method: AuthenticationMethod;
}

/** The outcome that a library understood: the token, or the error by its name in OAuth. */
export type TokenOutcome = { readonly token: string; readonly scope: string } | { readonly error: string };

/** A library of others, used as its documentation says. */
export interface OAuthClient {
  readonly name: string;
  getToken(wish: TokenWish): Promise<TokenOutcome>;
}
