import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '@rapport/command-line';
import type { Browser, ReceivedPage } from './browser.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly tenantId?: string | undefined;
  /** The name of the organisation, which is chosen where the person is asked for one. */
  readonly organisation?: string | undefined;
}

export interface PersonTokens {
  readonly accessToken: string;
  /** Empty for a brief session, which has none. */
  readonly refreshToken: string;
  readonly expiresIn: number;
}

export interface Organisation {
  readonly tenantId: string;
  readonly name: string;
}

/** The address to which a code comes. It is read from the redirect, and no browser goes there. */
export const redirectUri = 'http://127.0.0.1:49152/callback';

export const consoleClientId = 'rapport-console';

/** A request for a code, and the secret that its answer is exchanged with. */
export class CodeFlow {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly state = randomBytes(16).toString('base64url');
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** The address that a program opens in a browser; a change replaces a parameter, or takes it away. */
  address(change: Readonly<Record<string, string | undefined>> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: consoleClientId,
      redirect_uri: redirectUri,
      state: this.state,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    };
    const sent = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `${this.#baseUrl}/connect/authorize?${new URLSearchParams(sent).toString()}`;
  }

  /** The code of the redirect. Its state and issuer must be ours, or another server mixed in. */
  codeOf(page: ReceivedPage): string {
    const parameters = answerOf(page);
    const code = parameters?.get('code');
    if (!parameters || !code || parameters.get('state') !== this.state || parameters.get('iss') !== this.#baseUrl) {
      throw new Failure(
        `The sign-in came to nothing: ${parameters?.get('error') ?? `the page answered ${page.status}`}.`,
      );
    }
    return code;
  }

  async exchange(code: string, change: Readonly<Record<string, string>> = {}): Promise<Response> {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: this.verifier };
    return postForm(`${this.#baseUrl}/connect/token`, { ...fields, client_id: consoleClientId, ...change });
  }
}

/** Signs a person in and gets tokens, all in one go. Throws a failure that says what went wrong. */
export async function signIn(
  baseUrl: string,
  browser: Browser,
  credentials: Credentials,
  change: Readonly<Record<string, string>> = {},
): Promise<PersonTokens> {
  const flow = new CodeFlow(baseUrl);
  const { email, password, tenantId, organisation } = credentials;
  const asked = await browser.get(flow.address({ tenant_id: tenantId }));
  const page = asked.status === 200 ? await browser.submit(asked, { email, password }) : asked;
  if (page.status === 400) {
    throw new Failure(
      'The address and the password do not fit together, or there were too many attempts. Until the address of a sign-up is verified, name its tenant with --tenant.',
    );
  }
  const organisations = organisationsOf(page);
  const [chosen, ...others] = organisations.filter(({ name }) => name.toLowerCase() === organisation?.toLowerCase());
  if (chosen !== undefined && others.length === 0) {
    const inChosen = await browser.submit(page, { organisation: chosen.tenantId });
    return tokensOf(await flow.exchange(flow.codeOf(inChosen), change));
  }
  if (organisations.length > 0) {
    const list = organisations.map(({ tenantId: id, name }) => `${name} (${id})`).join(', ');
    throw new Failure(`The person is in several organisations; name one with --tenant: ${list}.`);
  }
  return tokensOf(await flow.exchange(flow.codeOf(page), change));
}

export async function tokensOf(answer: Response): Promise<PersonTokens> {
  const body = (await answer.json()) as Record<string, unknown>;
  if (answer.status !== 200) {
    throw new Failure(`The token endpoint answered ${answer.status}: ${String(body['detail'])}`);
  }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = body;
  return {
    accessToken: String(accessToken),
    refreshToken: typeof refreshToken === 'string' ? refreshToken : '',
    expiresIn: Number(expiresIn),
  };
}

/** The parameters at the redirect address; undefined for a page. */
export function answerOf({ headers: { location } }: ReceivedPage): URLSearchParams | undefined {
  return location?.startsWith(redirectUri) ? new URL(location).searchParams : undefined;
}

/** The organisations for one of which a page asks. */
export function organisationsOf({ text }: ReceivedPage): Organisation[] {
  const buttons = text.matchAll(/<button type="submit" name="organisation" value="([^"]*)">([^<]*)<\/button>/g);
  return Array.from(buttons, ([, tenantId = '', name = '']) => ({ tenantId, name: unescaped(name) }));
}

/** A text as it was before the page escaped it. */
function unescaped(html: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');
}

export function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
}
