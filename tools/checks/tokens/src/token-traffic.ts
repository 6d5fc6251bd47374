import assert from 'node:assert/strict';
import { Caller, type Credentials, type Ending, outcomeOf, tokenRequest, Traffic, until } from '@rapport/testbed';

/** The replicas of an API, and an address of it that a good token opens. */
export interface AskedApi {
  readonly replicas: readonly string[];
  readonly path: string;
}

/** Requests with one token, to each replica of an API. */
export function bearerTraffic({ replicas, path }: AskedApi, token: string): Traffic {
  const headers = { authorization: `Bearer ${token}` };
  const askers = replicas.map((origin) => () => ({ origin, method: 'GET', path, headers }) as const);
  return Traffic.repeat(askers, { pauseMs, answerMs: 5_000 });
}

/** Requests for tokens with one secret, to each replica of the token service. */
export function secretTraffic(replicas: readonly string[], client: Credentials): Traffic {
  const askers = replicas.map((origin) => () => ({ origin, ...tokenRequest(client) }));
  return Traffic.repeat(askers, { pauseMs, answerMs });
}

/** Requests for tokens at a steady rate, for one client after the other. */
export function tokenTraffic(origin: string, clients: readonly Credentials[], perSecond: number): Traffic {
  const ask = (number: number) => ({ origin, ...tokenRequest(clients[number % clients.length] ?? unnamed) });
  return Traffic.steady(perSecond, ask, { answerMs });
}

/** Waits until each replica has answered enough requests that were sent after this time. */
export function untilUnderLoad(
  traffic: Traffic,
  replicas: readonly string[],
  from: number,
  name: string,
): Promise<void> {
  const isEnough = () => replicas.every((replica) => traffic.within(from, Infinity, replica).length >= enough);
  return until(isEnough, 30_000, () => `${name} is not under load`);
}

/** The number of answers of each outcome. */
export function kindsOf(endings: readonly Ending[]): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const outcome of endings.map(outcomeOf)) {
    kinds[outcome] = (kinds[outcome] ?? 0) + 1;
  }
  return kinds;
}

/** Throws unless there are any, and each of them got a token. */
export function gotTokens(endings: readonly Ending[]): void {
  assert.deepEqual(kindsOf(endings), { '200': endings.length });
}

/** One request for a token; status 0 where no answer came. */
export async function askForToken(
  origin: string,
  client: Credentials = unnamed,
): Promise<{ readonly status: number; readonly token: string | undefined }> {
  const { status, text } = await caller.send({ origin, ...tokenRequest(client) });
  return { status, token: status === 200 ? tokenIn({ text }) : undefined };
}

export function tokenIn({ text }: Pick<Ending, 'text'>): string {
  return (JSON.parse(text) as { readonly access_token: string }).access_token;
}

const unnamed: Credentials = { clientId: '', clientSecret: '' };
const enough = 5;
const pauseMs = 80;
const answerMs = 15_000;
const caller = new Caller({ answerMs });
