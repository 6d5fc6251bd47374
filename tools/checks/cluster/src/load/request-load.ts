import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openLoop, type Loop } from '@rapport/testbed';
import { send, type Received, type Sent } from './send.ts';
import { Tally } from './tally.ts';

interface Asked extends Sent {
  readonly expected: number;
}

/**
 * Fifty requests a second, half of them reads and half writes with Idempotency-Keys, half on kept connections and half
 * on new ones. Some reads ask the token service and the application API, so that each service behind the edge is asked.
 */
export class RequestLoad {
  readonly #isRepeating: boolean;
  readonly #url: string;
  readonly #token: string;
  readonly #customer: string;
  readonly #tally = new Tally();
  readonly #agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })] as const;
  readonly #loop: Loop;

  private constructor(url: string, token: string, customer: string, isRepeating: boolean) {
    this.#isRepeating = isRepeating;
    this.#url = url;
    this.#token = token;
    this.#customer = customer;
    const onLeftOut = (): void => this.#tally.noteHeldBack();
    this.#loop = openLoop((number) => this.#send(number), { perSecond, underWayMax, onLeftOut });
  }

  /** Repeating, a refused write is sent once more with its key when the refusal says so, as clients of keys do. */
  static async start(url: string, token: string, { isRepeating = false } = {}): Promise<RequestLoad> {
    const first = await send(new Agent(), writeOf(url, token));
    if (first.status !== 201) {
      throw new Error(`A customer was sent, and ${first.status} came: ${first.body}`);
    }
    return new RequestLoad(url, token, (JSON.parse(first.body) as { id: string }).id, isRepeating);
  }

  /** The tally of all requests, when the last one has ended. */
  async stop(): Promise<Tally> {
    await this.#loop.stop();
    this.#agents.forEach((agent) => agent.destroy());
    return this.#tally;
  }

  async #send(number: number): Promise<void> {
    const asked = this.#request(number);
    const began = performance.now();
    const ending = await this.#answer(this.#agents[number % 4 < 2 ? 0 : 1], asked).then(
      (answer) => ({
        outcome: outcomeOf(answer),
        isExpected: answer.status === asked.expected,
        isDescribed: isDescribed(asked, answer),
      }),
      ({ code, name }: NodeJS.ErrnoException) => ({ outcome: code ?? name, isExpected: false, isDescribed: false }),
    );
    this.#tally.note({ ...ending, tookMs: performance.now() - began });
  }

  /** A write that was under way in a process that died is refused, because only the client knows that it has a key. */
  async #answer(agent: Agent, asked: Asked): Promise<Received> {
    const answer = await send(agent, asked);
    const seconds = Number(answer.headers['retry-after']);
    if (!this.#isRepeating || asked.method !== 'POST' || answer.status !== 503 || !(seconds > 0)) {
      return answer;
    }
    this.#tally.noteRepeated();
    await delay(seconds * 1_000);
    return send(agent, asked);
  }

  #request(number: number): Asked {
    if (number % 2 === 1) {
      return writeOf(this.#url, this.#token);
    }
    const of = (path: string, expected = 200): Asked => ({
      method: 'GET',
      url: `${this.#url}${path}`,
      headers: expected === 401 ? {} : { authorization: `Bearer ${this.#token}` },
      expected,
    });
    switch (number % 20) {
      case 0:
        return of('/.well-known/openid-configuration/jwks');
      case 10:
        return of('/api/v1/user/me', 401);
      default:
        return of(`${customersPath}/${this.#customer}`);
    }
  }
}

function writeOf(url: string, token: string): Asked {
  return {
    method: 'POST',
    url: `${url}${customersPath}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ name: 'Load Ltd' }),
    expected: 201,
  };
}

/** The forms of the three services have their code in members of their own. */
function outcomeOf({ status, body }: Received): string {
  const code = /"(?:code|errorCode|error)" *: *"(\w+)"/.exec(body)?.[1];
  return `${status} ${code ?? ''}`;
}

/** The public API refuses with Problem Details, and the others with forms of their own. */
function isDescribed({ url }: Asked, { headers }: Received): boolean {
  const form = url.includes(customersPath) ? 'application/problem+json' : 'application/json';
  return (headers['content-type'] ?? '').startsWith(form) && headers['retry-after'] !== undefined;
}

const customersPath = '/api/v1/customers';
const perSecond = 50;

/** The edge lets so many requests of one address be under way before those beyond them wait behind other callers. */
const underWayMax = 20;
