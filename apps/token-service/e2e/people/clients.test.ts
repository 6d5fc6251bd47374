import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemPython } from '@rapport/local-servers';
import { consoleClientId, redirectUri } from '@rapport/testbed';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { expect, inject, test } from 'vitest';
import { discover } from '../clients/node-clients.ts';
import { pythonPackages } from '../clients/python-clients.ts';
import { claimsOf, newBrowser, newPerson, outcomeOf, refresh } from './person.ts';

const { baseUrl } = inject('platform');
const insecure = { [oauth.allowInsecureRequests]: true };
const client: oauth.Client = { client_id: consoleClientId };
const python = await systemPython(pythonPackages);

const person = await newPerson();

test('oauth4webapi signs a person in, refreshes and revokes', async () => {
  const server = await discover(baseUrl, 'oauth2');
  const { verifier, state, landed } = await withOauth4webapi();
  const parameters = oauth.validateAuthResponse(server, client, landed, state);
  const given = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      insecure,
    ),
  );
  expect(claimsOf(given.access_token)).toMatchObject({ sub: person.userId, tenant_id: person.tenantId });
  const next = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), given.refresh_token ?? '', insecure),
  );
  const token = next.refresh_token ?? '';
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), token, insecure));
  expect(await outcomeOf(await refresh(token))).toBe('invalid_grant');
});

test('oauth4webapi sees an answer with another state, another issuer or none, and takes no code from it', async () => {
  const server = await discover(baseUrl, 'oauth2');
  const { state, landed } = await withOauth4webapi();
  for (const [name, value] of [
    ['state', 'another'],
    ['iss', 'https://another.example'],
    ['iss', undefined],
  ] as const) {
    const changed = new URL(landed);
    changed.searchParams.delete(name);
    if (value !== undefined) {
      changed.searchParams.set(name, value);
    }
    expect(() => oauth.validateAuthResponse(server, client, changed, state)).toThrow();
  }
});

test('openid-client signs a person in, refreshes and revokes', async () => {
  const execute = [openid.allowInsecureRequests];
  const options = { execute, algorithm: 'oauth2' } as const;
  const found = await openid.discovery(new URL(baseUrl), consoleClientId, undefined, openid.None(), options);
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
  const address = openid.buildAuthorizationUrl(found, {
    redirect_uri: redirectUri,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const given = await openid.authorizationCodeGrant(found, await signInAt(address.href), checks);
  expect(claimsOf(given.access_token)).toMatchObject({ sub: person.userId });
  const next = await openid.refreshTokenGrant(found, given.refresh_token ?? '');
  await openid.tokenRevocation(found, next.refresh_token ?? '');
  await expect(openid.refreshTokenGrant(found, next.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

if ('python' in python) {
  test('authlib signs a person in, refreshes and revokes', async () => {
    const environment = { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' };
    const path = fileURLToPath(new URL('authlib_person.py', import.meta.url));
    const child = spawn(python.python, [path], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    child.stdin.write(`${JSON.stringify({ issuer: baseUrl, clientId: consoleClientId, redirectUri })}\n`);
    const [address] = (await once(lines, 'line')) as [string];
    child.stdin.write(`${(await signInAt(address)).href}\n`);
    const [line] = (await once(lines, 'line')) as [string];
    const { given, refreshed, revoked } = JSON.parse(line) as Understood;
    expect(claimsOf(given.access_token)).toMatchObject({ sub: person.userId });
    expect(refreshed.refresh_token).not.toBe(given.refresh_token);
    expect(revoked).toBe(200);
    expect(await outcomeOf(await refresh(refreshed.refresh_token))).toBe('invalid_grant');
  });
} else {
  test.skip(`authlib: ${python.missing}`);
}

interface Understood {
  readonly given: Tokens;
  readonly refreshed: Tokens;
  readonly revoked: number;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function withOauth4webapi(): Promise<{ verifier: string; state: string; landed: URL }> {
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(String((await discover(baseUrl, 'oauth2')).authorization_endpoint));
  const parameters = {
    response_type: 'code',
    client_id: consoleClientId,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  };
  address.search = new URLSearchParams(parameters).toString();
  return { verifier, state, landed: await signInAt(address.href) };
}

/** The person signs in at the address that a program opened. Returns the address to which the browser was sent. */
async function signInAt(address: string): Promise<URL> {
  const browser = newBrowser();
  const { email, password } = person;
  const page = await browser.submit(await browser.get(address), { email, password });
  return new URL(String(page.headers.location));
}
