import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';

interface Probe {
  /** A text that a right answer shows. */
  readonly shows: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body?: URLSearchParams;
}

const probes: readonly Probe[] = [
  {
    shows: 'the token service has signing keys',
    path: '/.well-known/openid-configuration/jwks',
    status: 200,
    contentType: 'application/json',
  },
  {
    shows: 'the token service knows that a client is none of its own',
    path: '/connect/token',
    status: 401,
    contentType: 'application/json',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'smoke', client_secret: 'smoke' }),
  },
  {
    shows: 'the public API asks for a token',
    path: '/api/v1/customers',
    status: 401,
    contentType: 'application/problem+json',
  },
  {
    shows: 'the application API asks for a token',
    path: '/api/v1/user/me',
    status: 401,
    contentType: 'application/json',
  },
];

/** A service may be replaced at this moment, so each probe has some tries. */
export async function smoke(url: string, terminal: Terminal): Promise<Outcome> {
  if (!URL.canParse(url)) {
    throw new WrongUse('--url is an address such as http://rapport-edge.');
  }
  for (const probe of probes) {
    await tried(url, probe);
    terminal.say(`ok  ${probe.shows}`);
  }
  return { document: { looks: probes.map(({ shows }) => shows) }, text: 'The platform answers.' };
}

async function tried(url: string, probe: Probe): Promise<void> {
  let found = '';
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const answer = await fetch(new URL(probe.path, url), {
      ...(probe.body === undefined ? {} : { method: 'POST', body: probe.body }),
      signal: AbortSignal.timeout(answerMs),
    }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (typeof answer === 'string') {
      found = answer;
    } else {
      const type = answer.headers.get('content-type') ?? '';
      await answer.body?.cancel();
      if (answer.status === probe.status && type.startsWith(probe.contentType)) {
        return;
      }
      found = `it answered ${answer.status} ${type}`;
    }
    await sleep(pauseMs);
  }
  throw new Failure(`Not so: ${probe.shows}. ${probe.path} of ${url}: ${found}.`);
}

const attemptsMax = 5;
const pauseMs = 1_000;
const answerMs = 12_000;
