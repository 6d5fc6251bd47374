import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Caller,
  closedLoop,
  newName,
  outcomeOf,
  tokenRequest,
  type Credentials,
  type Ending,
  type LoadRequest,
  type Loop,
} from '@rapport/testbed';

/** The counts that requests add to the usage of their tenant. */
export interface Counts {
  readonly requests: number;
  readonly refused: number;
  readonly tokensIssued: number;
  readonly recordsCreated: number;
  readonly recordsUpdated: number;
  readonly recordsDeleted: number;
}

export const noCounts: Counts = {
  ...{ requests: 0, refused: 0, tokensIssued: 0 },
  ...{ recordsCreated: 0, recordsUpdated: 0, recordsDeleted: 0 },
};

/** One answered request, with its times by the clock of the platform. */
interface Answered {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly adds: Partial<Counts>;
}

export interface Callers {
  readonly client: Credentials;
  readonly clientToken: string;
  readonly personToken: string;
}

export interface Replicas {
  readonly publicApi: readonly string[];
  readonly applicationApi: readonly string[];
  readonly tokenService: readonly string[];
}

/** Mixed requests of one tenant to every replica, and what they should add to its usage. */
export class CountedTraffic {
  /** The requests that were answered otherwise than they should be. */
  readonly otherwise: string[] = [];
  readonly #answered: Answered[] = [];
  readonly #now: () => number;
  readonly #caller = new Caller();
  readonly #loops: readonly Loop[];

  constructor(callers: Callers, replicas: Replicas, now: () => number) {
    this.#now = now;
    this.#loops = [
      ...replicas.publicApi.map((origin) => this.#loop(() => this.#changeRecords(origin, callers.clientToken))),
      ...replicas.applicationApi.map((origin) => this.#loop(() => this.#read(origin, callers.personToken))),
      ...replicas.tokenService.map((origin) => this.#loop(() => this.#askForToken(origin, callers.client))),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#caller.close();
  }

  get total(): Counts {
    return sumOf(this.#answered);
  }

  answeredBefore(time: number): Counts {
    return sumOf(this.#answered.filter(({ answeredAt }) => answeredAt < time));
  }

  sentAfter(time: number): Counts {
    return sumOf(this.#answered.filter(({ sentAt }) => sentAt > time));
  }

  async #changeRecords(origin: string, token: string): Promise<void> {
    const send = (method: Method, path: string, status: number, adds: Partial<Counts>, json?: object) =>
      this.#send(origin, { method, path: `/api/v1/${path}`, ...jsonWith(token, json) }, { status, adds });
    // A create is sent again with its key, and a PUT that was done before changes nothing, so each counts once.
    const name = { name: newName() };
    const made = await send('POST', 'customers', 201, { requests: 1, recordsCreated: 1 }, name);
    const { id } = made as { id: string };
    await send('PUT', `customers/${id}`, 200, { requests: 1, recordsUpdated: 1 }, { name: newName() });
    await send('GET', `customers/${id}`, 200, { requests: 1 });
    await send('DELETE', `customers/${id}`, 204, { requests: 1, recordsDeleted: 1 });
    await send('GET', `customers/${id}`, 404, { refused: 1 });
    const items = [1, 2, 3].map(() => ({ name: newName() }));
    await send('POST', 'customers/batch', 200, { requests: 1, recordsCreated: 3 }, { items });
    await send('POST', 'customers', 400, { refused: 1 }, { nonsense: 1 });
  }

  async #read(origin: string, token: string): Promise<void> {
    const send = (path: string, status: number, adds: Partial<Counts>) =>
      this.#send(origin, { method: 'GET', path: `/api/v1/${path}`, ...jsonWith(token) }, { status, adds });
    await send('user/me', 200, { requests: 1 });
    await send(`customer/get/${unknownId}`, 404, { refused: 1 });
  }

  async #askForToken(origin: string, client: Credentials): Promise<void> {
    await this.#send(origin, tokenRequest(client), { status: 200, adds: { tokensIssued: 1 } });
  }

  /** Sends again what may be answered otherwise in a moment, as every client does. A 503 adds nothing to the usage. */
  async #send(
    origin: string,
    request: LoadRequest,
    { status, adds }: { readonly status: number; readonly adds: Partial<Counts> },
  ): Promise<unknown> {
    const sentAt = this.#now();
    let answer = await this.#caller.send({ origin, ...request });
    let [attempts, refused] = [1, adds.refused ?? 0];
    for (; attempts < attemptsMax && isForTheMoment(answer); attempts += 1) {
      refused += answer.status < 500 ? 1 : 0;
      await delay(againMs);
      answer = await this.#caller.send({ origin, ...request });
    }
    // An attempt that was answered 503 may have deleted the record; the next one then finds none.
    const wasDeleted = attempts > 1 && request.method === 'DELETE' && answer.status === 404;
    if (answer.status !== status && !wasDeleted) {
      this.otherwise.push(`${request.method} ${origin}${request.path}: ${answer.status} ${answer.text}`);
    }
    const counted = wasDeleted ? { ...adds, requests: 0, refused: refused + 1 } : { ...adds, refused };
    this.#answered.push({ sentAt, answeredAt: this.#now(), adds: counted });
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  }

  #loop(round: () => Promise<void>): Loop {
    const play = async (): Promise<void> => {
      if (this.otherwise.length === 0) {
        await round().catch((error: unknown) => this.otherwise.push(String(error)));
      }
    };
    return closedLoop(play, { pauseMs });
  }
}

export function plus(one: Counts, other: Partial<Counts>): Counts {
  const names = Object.keys(noCounts) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + (other[name] ?? 0)])) as unknown as Counts;
}

function sumOf(answered: readonly Answered[]): Counts {
  return answered.reduce((sum, { adds }) => plus(sum, adds), noCounts);
}

/** A key under way is refused too, where its request still runs in the database. */
function isForTheMoment(answer: Ending): boolean {
  return answer.status === 503 || outcomeOf(answer) === '409 idempotency_in_progress';
}

type Method = LoadRequest['method'];

function jsonWith(token: string, json?: object): Pick<LoadRequest, 'headers' | 'body'> {
  const authorization = { authorization: `Bearer ${token}` };
  return json === undefined
    ? { headers: authorization }
    : {
        headers: { ...authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(json),
      };
}

const unknownId = '01890000-0000-7000-8000-000000000000';
const pauseMs = 20;
const attemptsMax = 10;
const againMs = 1_000;
