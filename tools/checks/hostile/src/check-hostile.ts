import { setTimeout as delay } from 'node:timers/promises';
import { ApiDocument, Judge, type OpenApi, type Operation, type ReceivedAnswer } from '@rapport/testbed';
import { Connection, NoAnswer } from './connection.ts';
import { RequestGenerator, scopeOf } from './generating/request-generator.ts';
import type { HostileRequest } from './http-message.ts';
import { Memory } from './memory.ts';

export interface HostileCaller {
  readonly token: string;
  /** Values that requests may hold, by the names of members and parameters. */
  readonly known?: Readonly<Record<string, readonly string[]>>;
}

export interface HostileOptions extends HostileCaller {
  readonly baseUrl: string;
  readonly openApi: OpenApi;
  /** Gets another caller where a request ended the one that was used. */
  readonly renew?: () => Promise<HostileCaller>;
  /** The operations that no request can get through to. */
  readonly unreached?: readonly string[];
  readonly seed: number;
  /** The number of the first request, and how many there are. */
  readonly from?: number;
  readonly count: number;
  /** The connections that send at the same time. */
  readonly lanes?: number;
  readonly timeoutMs?: number;
  readonly onProgress?: (sent: number) => void;
}

export interface Finding {
  readonly index: number;
  readonly problem: string;
  readonly request: HostileRequest;
  readonly answer: ReceivedAnswer | undefined;
}

export interface HostileReport {
  readonly sent: number;
  readonly findings: readonly Finding[];
  /** Each operation gave each status so often. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The operations that no request got through to. */
  readonly neverSucceeded: readonly string[];
}

/** Sends generated requests several ways at once, and holds every answer to the document. */
export async function checkHostile(options: HostileOptions): Promise<HostileReport> {
  const { from = 0, count, lanes = 8 } = options;
  const run = new Run(options);
  let next = from;
  const lane = async (): Promise<void> => {
    const connection = new Connection(options.baseUrl, options.timeoutMs ?? 10_000);
    try {
      while (next < from + count && run.findings.length < findingsMax) {
        const index = next;
        next += 1;
        await run.try(connection, index);
        if ((index + 1 - from) % progressEach === 0) {
          options.onProgress?.(index + 1 - from);
        }
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await run.renewed;
  return {
    sent: next - from,
    findings: [...run.findings, ...run.untried()],
    statuses: run.statuses,
    neverSucceeded: run.neverSucceeded().map(({ operationId }) => operationId),
  };
}

/** More findings than this say nothing new. */
const findingsMax = 50;
const progressEach = 10_000;
/** So many requests for each operation try it often enough for a success. */
const successesAfter = 300;

class Run {
  readonly findings: Finding[] = [];
  readonly statuses: Record<string, Record<string, number>> = {};
  /** Until the caller that takes the place of another one has its token. */
  renewed: Promise<void> | undefined;
  readonly #document: ApiDocument;
  readonly #memory: Memory;
  readonly #generator: RequestGenerator;
  readonly #judge: Judge;
  readonly #renewed: HostileOptions['renew'];
  readonly #unreached: readonly string[];
  #token: string;
  #tried = 0;

  constructor({ openApi, token, known, seed, baseUrl, renew, unreached = [] }: HostileOptions) {
    this.#document = new ApiDocument(openApi);
    this.#memory = new Memory(known);
    const { host } = new URL(baseUrl);
    this.#token = token;
    this.#renewed = renew;
    this.#unreached = unreached;
    this.#generator = new RequestGenerator({
      document: this.#document,
      memory: this.#memory,
      seed,
      host,
      token: () => this.#token,
    });
    this.#judge = new Judge(this.#document);
  }

  async try(connection: Connection, index: number): Promise<void> {
    await this.renewed;
    const token = this.#token;
    const request = this.#generator.request(index);
    this.#tried += 1;
    try {
      const answer = await patientAnswer(connection, request);
      this.#count(request, answer);
      const problem = this.#judge.problemOf(request, answer);
      if (problem !== undefined) {
        this.findings.push({ index, problem, request, answer });
      }
      if (answer.status === 401 && token === this.#token && carries(request, token)) {
        this.renewed ??= this.#renew();
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) {
        throw error;
      }
      this.findings.push({ index, problem: error.message, request, answer: undefined });
    }
  }

  /** A person's request can end the sessions of that person. */
  async #renew(): Promise<void> {
    const { token, known = {} } = (await this.#renewed?.()) ?? { token: this.#token };
    this.#token = token;
    this.#memory.learnAll(known);
    this.renewed = undefined;
  }

  neverSucceeded(): Operation[] {
    return this.#document.operations.filter(
      ({ operationId }) =>
        !this.#unreached.includes(operationId) &&
        !Object.keys(this.statuses[operationId] ?? {}).some((status) => status < '300'),
    );
  }

  /** Operations that no request got through to: then nothing was tried behind their first checks. */
  untried(): Finding[] {
    if (this.#tried < successesAfter * this.#document.operations.length) {
      return [];
    }
    return this.neverSucceeded().map(({ operationId, method, path }) => ({
      index: -1,
      problem: `no request got through to ${operationId}`,
      request: { operationId, method, target: path, headers: [] },
      answer: undefined,
    }));
  }

  #count(request: HostileRequest, answer: ReceivedAnswer): void {
    const asked = this.#judge.askedOf(request);
    const name = asked.kind === 'operation' ? asked.operation.operationId : `(${asked.kind})`;
    const counts = (this.statuses[name] ??= {});
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    if (request.method === 'DELETE' && answer.status < 300) {
      this.#memory.forget(request.target.split(/[/?]/).findLast((part) => part.length === idLength) ?? '');
    }
    if (asked.kind === 'operation' && answer.status < 300 && request.method !== 'HEAD') {
      this.#learn(scopeOf(asked.operation), asked.operation.operationId, answer);
    }
  }

  #learn(scope: string, operationId: string, { headers, body }: ReceivedAnswer): void {
    this.#memory.learn(`${scope}.If-Match`, headers['etag']);
    this.#memory.learn(`${scope}.If-None-Match`, headers['etag']);
    if (headers['content-type']?.startsWith('application/json') && body.length < learnedBytesMax) {
      const value: unknown = JSON.parse(body.toString());
      this.#memory.learnFrom(scope, value);
      this.#memory.learnFrom(operationId, value);
    }
  }
}

/** A busy platform may ask any request to come again; one that is asked so twice has made it busy. */
async function patientAnswer(connection: Connection, request: HostileRequest): Promise<ReceivedAnswer> {
  const answer = await connection.send(request);
  const seconds = Number(answer.headers['retry-after']);
  if (answer.status !== 503 || !(seconds <= patienceSeconds)) {
    return answer;
  }
  await delay(seconds * 1_000);
  return connection.send(request);
}

function carries({ headers }: HostileRequest, token: string): boolean {
  return headers.some(([name, value]) => name === 'authorization' && value === `Bearer ${token}`);
}

const patienceSeconds = 5;
const idLength = 36;
/** Larger bodies hold nothing that smaller ones do not. */
const learnedBytesMax = 50_000;
