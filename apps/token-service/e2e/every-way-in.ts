import { request } from 'node:http';
import { connect } from 'node:net';
import { inject } from 'vitest';

const { baseUrl, operatorUrl, operatorCredential } = inject('platform');

/** A request that carries the credential somewhere. By default it is a GET without headers and body. */
interface Carrier {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends the credential every way into the token service, the public API, the operators' API and the edge: to each path,
 * in each field, whole and malformed. Only the fields of records are left out, because the platform keeps their values
 * on purpose. Returns the statuses of the answers.
 */
export async function sendEveryWay(credential: string, clientId: string, token: string): Promise<number[]> {
  const carriers = [
    ...inForms(credential, clientId),
    ...inHeaders(credential, clientId, token),
    ...inAddresses(credential, token),
    ...inBodies(credential, clientId, token),
    ...toOperators(credential),
  ];
  const statuses: number[] = [];
  for (const carrier of carriers) {
    statuses.push(await send(carrier));
  }
  await sendGarbage(credential);
  return statuses;
}

/** The limits count failures by the address, and the other tests fail from the usual one. */
const addressOfItsOwn = '127.0.0.77';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const pagePaths = [
  ...['/connect/authorize', '/connect/sign-out', '/connect/password', '/connect/password/forgot', '/connect/verify'],
];
const formPaths = ['/connect/token', '/connect/introspect', '/connect/revocation', ...pagePaths];

function inForms(credential: string, clientId: string): Carrier[] {
  const right = { grant_type: 'client_credentials', client_id: clientId, client_secret: credential };
  const forms = [
    right,
    { ...right, client_id: credential },
    { ...right, grant_type: credential },
    { ...right, scope: credential },
    { ...right, scope: `leads.read ${credential}` },
    { ...right, resource: credential, audience: credential, token: credential, token_type_hint: credential },
    { ...right, [credential]: credential },
    { grant_type: credential },
    { grant_type: 'authorization_code', client_id: 'rapport-console', code: credential, code_verifier: credential },
    { grant_type: 'refresh_token', client_id: 'rapport-console', refresh_token: credential },
    { client_id: 'rapport-console', token: credential },
    { email: credential, password: credential, form_token: credential, organisation: credential },
    { [credential]: '' },
    { token: credential },
  ].map((fields) => new URLSearchParams(fields).toString());
  const malformed = [
    `${forms[0] ?? ''}&client_secret=${credential}`,
    `client_secret=%zz${credential}`,
    `&&=${credential}`,
  ];
  const bodies = [...forms, ...malformed, credential, `${credential}\0`, 'x'.repeat(20_000) + credential];
  return formPaths.flatMap((path) => [
    ...bodies.map((body) => ({ url: baseUrl + path, method: 'POST', headers: form, body })),
    { url: baseUrl + path, method: 'POST', headers: json, body: JSON.stringify(right) },
    { url: baseUrl + path, method: 'POST', headers: { 'content-type': credential }, body: forms[0] ?? '' },
    { url: baseUrl + path, method: 'PUT', headers: form, body: forms[0] ?? '' },
  ]);
}

function inHeaders(credential: string, clientId: string, token: string): Carrier[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const authorizations = [
    `Basic ${base64(`${clientId}:${credential}`)}`,
    `Basic ${base64(`${credential}:${credential}`)}`,
    `Basic ${base64(credential)}`,
    `Basic ${credential}`,
    `Bearer ${credential}`,
    `Bearer ${token}${credential}`,
    credential,
  ];
  const names = [
    'user-agent',
    'referer',
    'x-forwarded-for',
    'x-request-id',
    'cookie',
    'traceparent',
    'tracestate',
    'baggage',
  ];
  const more = [
    'accept',
    'accept-language',
    'origin',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'forwarded',
    'dpop',
  ];
  const headers = [
    ...authorizations.map((authorization) => ({ authorization })),
    ...[...names, ...more, credential].map((name) => ({ [name]: credential })),
  ];
  const grant = 'grant_type=client_credentials';
  const api = `${baseUrl}/api/v1/customers`;
  return headers.flatMap((some: Record<string, string>) => [
    ...formPaths.map((path) => ({ url: baseUrl + path, method: 'POST', headers: { ...form, ...some }, body: grant })),
    { url: api, headers: { authorization: `Bearer ${token}`, ...some } },
    { url: api, method: 'POST', headers: { ...json, authorization: `Bearer ${token}`, ...some }, body: '{}' },
    { url: `${operatorUrl}/subscription/v1/operator/tenants`, headers: some },
  ]);
}

function inAddresses(credential: string, token: string): Carrier[] {
  const authorization = `Bearer ${token}`;
  const encoded = [...credential].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  const queries = [
    'client_secret',
    'client_id',
    'access_token',
    'cursor',
    'pageSize',
    'updatedFrom',
    'anything',
    'code',
    'link',
    'state',
    'redirect_uri',
    credential,
  ];
  const paths = ['/', '/connect/', '/connect/token/', '/api/v1/', '/api/v1/customers/', '/.well-known/', '/healthz/'];
  return [credential, encoded].flatMap((text) => [
    ...paths.map((path) => ({ url: baseUrl + path + text, headers: { authorization } })),
    ...queries.flatMap((name) => [
      { url: `${baseUrl}/api/v1/customers?${name}=${text}`, headers: { authorization } },
      { url: `${baseUrl}/connect/token?${name}=${text}`, method: 'POST', headers: form, body: 'grant_type=x' },
      { url: `${baseUrl}/connect/token?${name}=${text}` },
      { url: `${baseUrl}/.well-known/openid-configuration?${name}=${text}` },
      ...pagePaths.map((path) => ({ url: `${baseUrl}${path}?${name}=${text}` })),
    ]),
  ]);
}

function inBodies(credential: string, clientId: string, token: string): Carrier[] {
  const values = [
    { clientId, clientSecret: credential },
    { clientId: credential, clientSecret: credential, scope: credential },
    { name: 'x', [credential]: 1 },
    { name: { [credential]: credential } },
    { name: 'x', email: credential, website: credential, currency: credential, address: { countryCode: credential } },
    { name: 'x', ownerId: credential, customFields: [{ key: credential, value: credential }] },
    { records: [{ [credential]: credential }] },
    credential,
    [credential],
  ].map((value) => JSON.stringify(value));
  const bodies = [...values, `{"name":"${credential}`, credential, `{"${credential}":`];
  const paths = ['/api/v1/customers', '/api/v1/auth/get-token-for-develop'];
  const headers = { ...json, authorization: `Bearer ${token}` };
  return paths.flatMap((path) => bodies.map((body) => ({ url: baseUrl + path, method: 'POST', headers, body })));
}

function toOperators(credential: string): Carrier[] {
  const headers = { ...json, authorization: `Bearer ${operatorCredential}` };
  const tenants = `${operatorUrl}/subscription/v1/operator/tenants`;
  const unknownId = '01890000-0000-7000-8000-000000000000';
  const body = JSON.stringify({
    name: 'x',
    organisationName: 'x',
    ownerEmail: credential,
    planCode: credential,
    scopes: [credential],
    [credential]: 1,
  });
  return [
    { url: `${tenants}?after=${credential}`, headers },
    { url: `${tenants}/${credential}/suspend`, method: 'POST', headers },
    { url: `${tenants}/${unknownId}/api-clients/${credential}/secrets`, headers },
    { url: `${tenants}/${unknownId}/api-clients/x/secrets/${credential}/revoke`, method: 'POST', headers, body: '{}' },
    { url: tenants, method: 'POST', headers, body },
    { url: `${tenants}/${unknownId}/api-clients`, method: 'POST', headers, body },
    { url: tenants, headers: { authorization: `Bearer ${credential}x` } },
  ];
}

function send({ url, method = 'GET', headers = {}, body }: Carrier): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress: addressOfItsOwn }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(0) : reject(error)));
    sent.end(body);
  });
}

/** Sends the edge texts that are not HTTP. */
async function sendGarbage(credential: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const garbage = [
    `${credential}\r\n\r\n`,
    `GET /${credential} HTTP/9.9\r\n\r\n`,
    `GET /connect/token?client_secret=${credential} HTTP/1.1\r\n\r\n`,
    `GET ${credential} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${credential}\r\n${credential}\r\n\r\n`,
    `POST /connect/token HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\nclient_secret=${credential}`,
  ];
  for (const text of garbage) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.setTimeout(500, () => socket.destroy());
      socket.on('data', () => socket.end());
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  }
}
