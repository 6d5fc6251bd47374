import { consoleClientId, type RedirectAddresses } from '../console-client.ts';

/** A request for a code (RFC 6749, 4.1.1, with RFC 7636). */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly codeChallenge: string;
  /** The organisation for which the client wants the code, if it names one. */
  readonly tenantId: string | undefined;
  readonly prompt: 'login' | 'none' | undefined;
  /** The e-mail address that the client believes to be the person's. It is shown, and decides nothing. */
  readonly loginHint: string | undefined;
}

/** An error that the client gets at its redirect address. */
export interface RedirectedError {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly error: string;
  readonly description: string;
}

/** `stranger`: the client or the redirect address is not known, so the browser is sent nowhere. */
export type ReadRequest =
  | { readonly kind: 'good'; readonly request: AuthorizationRequest }
  | { readonly kind: 'wrong'; readonly error: RedirectedError }
  | { readonly kind: 'stranger'; readonly problem: string };

export function readAuthorizationRequest(search: string, redirects: RedirectAddresses): ReadRequest {
  const parameters = new Parameters(search);
  const redirectUri = parameters.single('redirect_uri');
  if (parameters.single('client_id') !== consoleClientId) {
    return {
      kind: 'stranger',
      problem: 'The program that sent you here is not known: its client_id is not one of ours.',
    };
  }
  if (redirectUri === undefined || !redirects.includes(redirectUri)) {
    return {
      kind: 'stranger',
      problem:
        'The program that sent you here names no redirect_uri that it may use: http://127.0.0.1:PORT/callback with any port, or an address that the operator of the CRM has listed.',
    };
  }
  const problem = problemOf(parameters);
  const state = parameters.single('state');
  if (problem) {
    return { kind: 'wrong', error: { redirectUri, state, ...problem } };
  }
  return { kind: 'good', request: { redirectUri, state, ...wishesOf(parameters) } };
}

interface Problem {
  readonly error: string;
  readonly description: string;
}

function problemOf(parameters: Parameters): Problem | undefined {
  return checks.find(({ isBroken }) => isBroken(parameters));
}

interface Check extends Problem {
  readonly isBroken: (parameters: Parameters) => boolean;
}

const checks: readonly Check[] = [
  {
    isBroken: (parameters) => parameters.isAnyRepeated,
    error: 'invalid_request',
    description: 'A parameter is there more than once.',
  },
  {
    isBroken: (parameters) => parameters.has('request'),
    error: 'request_not_supported',
    description: 'Send the parameters themselves; request is not taken.',
  },
  {
    isBroken: (parameters) => parameters.has('request_uri'),
    error: 'request_uri_not_supported',
    description: 'Send the parameters themselves; request_uri is not taken.',
  },
  {
    isBroken: (parameters) => !parameters.has('response_type'),
    error: 'invalid_request',
    description: 'The parameter response_type is missing; send response_type=code.',
  },
  {
    isBroken: (parameters) => parameters.single('response_type') !== 'code',
    error: 'unsupported_response_type',
    description: 'The only response type is code.',
  },
  {
    isBroken: (parameters) => !parameters.has('code_challenge'),
    error: 'invalid_request',
    description:
      'The parameter code_challenge is missing; send the SHA-256 of a code_verifier in base64url, with code_challenge_method=S256.',
  },
  {
    // A method that is left out means plain (RFC 7636, 4.3), which is not taken.
    isBroken: (parameters) => parameters.single('code_challenge_method') !== 'S256',
    error: 'invalid_request',
    description: 'The only method of a challenge is S256; send code_challenge_method=S256.',
  },
  {
    isBroken: (parameters) => !challengeForm.test(parameters.single('code_challenge') ?? ''),
    error: 'invalid_request',
    description: 'The parameter code_challenge is not the 43 characters of a SHA-256 in base64url.',
  },
  {
    isBroken: (parameters) => {
      const prompts = promptsOf(parameters);
      return prompts.includes('none') && prompts.length > 1;
    },
    error: 'invalid_request',
    description: 'The prompt none stands alone.',
  },
];

function wishesOf(parameters: Parameters): Omit<AuthorizationRequest, 'redirectUri' | 'state'> {
  const prompts = promptsOf(parameters);
  return {
    codeChallenge: parameters.single('code_challenge') ?? '',
    tenantId: parameters.single('tenant_id')?.toLowerCase(),
    prompt: prompts.includes('none') ? 'none' : prompts.includes('login') ? 'login' : undefined,
    loginHint: parameters.single('login_hint'),
  };
}

function promptsOf(parameters: Parameters): string[] {
  return (parameters.single('prompt') ?? '').split(' ').filter((prompt) => prompt !== '');
}

/** The parameters of a query. One without a value counts as left out (RFC 6749, 3.1). */
class Parameters {
  readonly #values = new Map<string, string[]>();

  constructor(search: string) {
    for (const [name, value] of new URLSearchParams(search)) {
      this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
    }
  }

  get isAnyRepeated(): boolean {
    return [...this.#values.values()].some(({ length }) => length > 1);
  }

  has(name: string): boolean {
    return this.#values.get(name)?.some((value) => value !== '') ?? false;
  }

  /** Undefined also for a parameter that is repeated. */
  single(name: string): string | undefined {
    const [value = '', ...others] = this.#values.get(name) ?? [];
    return value === '' || others.length > 0 ? undefined : value;
  }
}

const challengeForm = /^[A-Za-z0-9_-]{43}$/;
