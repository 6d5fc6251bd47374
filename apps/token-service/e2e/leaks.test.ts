import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newEmail, tokensOf } from '@rapport/testbed';
import { expect, inject, test, vi } from 'vitest';
import { sendEveryWay } from './every-way-in.ts';
import { askForReset, linkTo } from './people/mails.ts';
import { newBrowser, newCode, newPerson, newSession, refresh } from './people/person.ts';
import { post, tokenForm } from './presented-tokens.ts';
import { ask, basic, done, formOf, newTenant, operator, statusWith } from './token-client.ts';
import { whereabouts } from './whereabouts.ts';

const { baseUrl, operatorCredential, collectorUrl, logsFolder } = inject('platform');

const tokens: string[] = [];
const tenant = await newTenant();
const tenantId = tenant.id;
const client = await tenant.client();
for (const headers of [{}, basic(client.clientId, client.clientSecret)]) {
  const form = 'authorization' in headers ? { grant_type: 'client_credentials' } : formOf(client);
  tokens.push(String((await ask(form, headers)).body['access_token']));
}

test('no log, span, table, key, file, metric or process holds the password, a code, a cookie or a token of a person', async () => {
  const [person, browser] = [await newPerson(), newBrowser()];
  const { flow, code } = await newCode(person, browser);
  const given = await tokensOf(await flow.exchange(code));
  const next = await tokensOf(await refresh(given.refreshToken));
  const wrong = await browser.get(flow.address({ prompt: 'login' }));
  expect((await browser.submit(wrong, { email: person.email, password: `${person.password}x` })).status).toBe(400);
  const credentials = [person.password, code, given.refreshToken, next.refreshToken, flow.verifier];
  // A password in an address looks like any other word of a path, so it is not sent there.
  const statuses = await sendEveryWay(next.refreshToken, client.clientId, tokens[0] ?? '');
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await everythingIsWritten();
  const cookies = [...browser.cookies.values()];
  const signatures = [given, next].map(({ accessToken }) => accessToken.split('.')[2] ?? '');
  const texts = [...credentials, ...cookies, ...signatures].map((text, index) => [`text ${index}`, text] as const);
  expect(await whereabouts(Object.fromEntries(texts))).toEqual([]);
}, 300_000);

test('no log, span, table, key, metric or process holds a link of an invitation or a reset, nor does a file but its mail', async () => {
  const reset = await newPerson();
  await askForReset(reset.email);
  const links = { invitation: await linkTo(await invite()), reset: await linkTo(reset.email) };
  const texts: Record<string, string> = {};
  for (const [kind, link] of Object.entries(links)) {
    const text = new URL(link).searchParams.get('link') ?? '';
    texts[kind] = text;
    const statuses = await sendEveryWay(text, client.clientId, tokens[0] ?? '');
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    await fetch(link, { method: 'HEAD' });
    const browser = newBrowser();
    const page = await browser.get(link);
    expect((await browser.submit(page, { password: 'aaaa' })).status).toBe(400);
    expect((await browser.submit(page, { password: `The words of ${kind} are these` })).status).toBe(200);
    expect((await browser.get(link)).status).toBe(400);
  }
  await everythingIsWritten();
  const found = await whereabouts(texts);
  // A mail waits in a row until it is sent, and the files of the database keep what a row held.
  expect(found.filter((each) => !/^data\/(mail|postgres)\//.test(each))).toEqual([]);
  expect(new Set(Object.values(texts)).size).toBe(2);
}, 300_000);

test('no log, span, table, key, file, metric or process holds a credential, whichever way it came in', async () => {
  const [token = '', presented = ''] = tokens;
  const statuses: number[] = [];
  for (const credential of [client.clientSecret, operatorCredential, presented]) {
    statuses.push(...(await sendEveryWay(credential, client.clientId, token)));
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await statusWith(presented)).toBe(200);
  expect((await post('/connect/introspect', tokenForm(client, presented))).text).toContain('"active":true');
  expect((await post('/connect/revocation', tokenForm(client, presented))).status).toBe(200);
  expect(await statusWith(presented)).toBe(401);
  const rotated = done(await operator.rotateSecret({ params: { tenantId, clientId: client.clientId }, body: {} }), 200);
  expect((await ask(formOf(client))).status).toBe(200);
  await everythingIsWritten();
  expect(await whereabouts(secretsOf(rotated.clientSecret))).toEqual([]);
}, 300_000);

test('the same search finds a text that the logs, spans and audit hold on purpose', async () => {
  const { headers } = await ask(formOf(client));
  const traceId = headers.get('traceresponse')?.split('-')[1] ?? '';
  await everythingIsWritten();
  const found = await whereabouts({ traceId, clientId: client.clientId });
  const kinds = ['span ', 'data/logs/token-service-1.log: traceId', 'data/postgres/', 'Redis '];
  expect(kinds.filter((kind) => !found.some((each) => each.startsWith(kind)))).toEqual([]);
  for (const table of ['control.api_client', 'control.token_audit']) {
    expect(found.filter((each) => each.startsWith(`table ${table}`)).length).toBeGreaterThan(0);
  }
}, 120_000);

/** Sends an invitation, and returns the address to which it went. */
async function invite(): Promise<string> {
  const { accessToken } = await newSession(await newPerson(undefined, newEmail(), 'owner'));
  const body = { email: newEmail(), name: 'A Colleague', roles: ['readOnly'], dataScope: 'own' };
  const answer = await fetch(`${baseUrl}/api/v1/user/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return body.email;
}

/** The text of each credential that gives it away; a token without its signature does not. */
function secretsOf(rotatedSecret: string): Record<string, string> {
  const { clientId, clientSecret } = client;
  return {
    secret: randomTextOf(clientSecret),
    'rotated secret': randomTextOf(rotatedSecret),
    'operator credential': randomTextOf(operatorCredential),
    'HTTP Basic': Buffer.from(`${clientId}:${clientSecret}`).toString('base64').slice(60),
    'encoded secret': [...randomTextOf(clientSecret)].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    ...Object.fromEntries(tokens.map((token, index) => [`token ${index + 1}`, token.split('.')[2] ?? ''])),
  };
}

/** A secret without its prefix and checksum. */
function randomTextOf(credential: string): string {
  return credential.replace(/^rpt_(live|op)_/, '').slice(0, 43);
}

/** Waits for log, span and audit row of the last request. They come a moment later, after those of earlier requests. */
async function everythingIsWritten(): Promise<void> {
  const { headers } = await ask(formOf(client));
  const traceId = headers.get('traceresponse')?.split('-')[1] ?? '';
  await vi.waitFor(
    async () => {
      expect(await (await fetch(`${collectorUrl}/traces/${traceId}`)).json()).not.toEqual([]);
      const names = await readdir(logsFolder);
      const logs = await Promise.all(names.map((name) => readFile(join(logsFolder, name), 'utf8')));
      expect(logs.some((log) => log.includes(traceId))).toBe(true);
      const { entries } = done(await operator.listTokenAudit({ params: { tenantId, clientId: client.clientId } }), 200);
      expect(entries.some((entry) => entry.traceId === traceId)).toBe(true);
    },
    { timeout: 15_000, interval: 200 },
  );
}
