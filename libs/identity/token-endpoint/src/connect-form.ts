import { AppError } from '@rapport/kernel';
import type { Caller } from '@rapport/token-audit';
import { hasCredentials } from './entrance/credentials-in-query.ts';
import type { ClientCredentials } from './entrance/limited-authentication.ts';

/** A request to an endpoint below /connect as it came. */
export interface ConnectRequest {
  readonly caller: Caller;
  /** The pairs of the form. */
  readonly form: readonly (readonly [name: string, value: string])[];
  readonly query: string;
  readonly authorization: string | undefined;
}

export interface ConnectForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly credentials: ClientCredentials;
  /** Whether the caller shows more of a client than its id. */
  readonly hasSecret: boolean;
}

/** Reads a form of RFC 6749. Repeated parameters, two authentications, and one in the address are refused. */
export function readConnectForm({ form, query, authorization }: Omit<ConnectRequest, 'caller'>): ConnectForm {
  refuseRepetition(form);
  refuseCredentialsInQuery(query);
  const fields = new Map(form.filter(([, value]) => value !== ''));
  const credentials = readCredentials(fields, authorization);
  return { fields, credentials, hasSecret: credentials.clientSecret !== '' || authorization !== undefined };
}

/** The value of a parameter, or 400. */
export function requireField({ fields }: ConnectForm, name: string, example: string): string {
  const value = fields.get(name);
  if (value === undefined) {
    throw invalidRequest(`The parameter ${name} is missing; send ${name}=${example}.`);
  }
  return value;
}

function refuseRepetition(form: ConnectRequest['form']): void {
  const names = new Set<string>();
  for (const [name] of form) {
    if (names.has(name)) {
      throw invalidRequest(`The parameter ${printable(name)} is there more than once.`);
    }
    names.add(name);
  }
}

function refuseCredentialsInQuery(query: string): void {
  if (query !== '' && hasCredentials(query)) {
    throw invalidRequest('Client credentials belong in the form or in the Authorization header, never in the address.');
  }
}

function readCredentials(fields: ReadonlyMap<string, string>, authorization: string | undefined): ClientCredentials {
  const clientId = fields.get('client_id') ?? '';
  const clientSecret = fields.get('client_secret');
  if (authorization === undefined) {
    return { clientId, clientSecret: clientSecret ?? '' };
  }
  const basic = readBasic(authorization);
  if (clientSecret !== undefined) {
    throw invalidRequest('The client is authenticated twice; use the form or HTTP Basic, not both.');
  }
  if (basic && clientId !== '' && clientId !== basic.clientId) {
    throw invalidRequest('The client_id of the form is not the one of the Authorization header.');
  }
  return basic ?? { clientId: '', clientSecret: '' };
}

/** The halves are form-encoded (RFC 6749, 2.3.1). Raw ones are taken too, because ours are the same in both forms. */
function readBasic(authorization: string): ClientCredentials | undefined {
  const match = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization);
  const decoded = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) {
    return undefined;
  }
  try {
    const [clientId, clientSecret] = [decoded.slice(0, colon), decoded.slice(colon + 1)].map(formDecode);
    return { clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
  } catch {
    return undefined;
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function printable(name: string): string {
  return /^[a-z_]{1,40}$/.test(name) ? name : 'that was sent';
}

function invalidRequest(detail: string): AppError {
  return new AppError('invalid_request', detail);
}
