import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials, percentile } from '@rapport/testbed';

interface Seen {
  /** The request, and its connection. */
  readonly kind: string;
  readonly ms: number;
  readonly trouble: string | undefined;
}

/** A request that has no answer yet. */
interface Waiting {
  readonly kind: string;
  readonly began: number;
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly status: number;
  /** A text in the body that no answer to another caller has. */
  readonly holds: string;
}

const from = '127.0.0.9';
const pauseMs = 15;

/** The tokens that a caller of another tenant shows. */
export interface BystanderTokens {
  readonly client: Credentials;
  /** Of the client. */
  readonly token: string;
  /** Of a person, for the application API. */
  readonly personToken: string;
}

/** Another caller, from an address of its own, that works on while the platform is attacked. */
export class Bystander {
  readonly #baseUrl: URL;
  readonly #tokens: BystanderTokens;
  readonly #kept = new Agent({ keepAlive: true, localAddress: from, maxSockets: 4 });
  readonly #seen: Seen[] = [];
  readonly #underWay = new Set<Waiting>();
  readonly #workers: Promise<void>[];
  #isStopping = false;
  #count = 0;

  constructor(baseUrl: string, tokens: BystanderTokens) {
    this.#baseUrl = new URL(baseUrl);
    this.#tokens = tokens;
    this.#workers = [this.#work(this.#kept), this.#work(this.#kept), this.#work(false)];
  }

  /** The figures of the caller since the last call. A request without an answer is as long as it has waited. */
  take(): { count: number; p95: number; p99: number; longest: { kind: string; ms: number }; troubles: string[] } {
    const seen = this.#seen.splice(0);
    const times = seen.map(({ ms }) => ms);
    const waiting = [...this.#underWay].map(({ kind, began }) => ({ kind, ms: performance.now() - began }));
    return {
      count: seen.length,
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      longest: [...seen, ...waiting].reduce((most, one) => (one.ms > most.ms ? one : most), { kind: 'none', ms: 0 }),
      troubles: seen.flatMap(({ kind, trouble }) => (trouble === undefined ? [] : `${kind}: ${trouble}`)),
    };
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#workers);
    this.#kept.destroy();
  }

  /** Half of its requests are on kept connections, the others each on a new one. */
  async #work(agent: Agent | false): Promise<void> {
    while (!this.#isStopping) {
      const kinds = [() => this.#write(), () => this.#search(), () => this.#read(), () => this.#askForToken()];
      const asked = kinds[(this.#count += 1) % kinds.length]?.();
      if (asked) {
        this.#seen.push(await this.#ask(asked, agent));
      }
      await delay(pauseMs);
    }
  }

  #write(): Asked {
    const name = `bystander ${this.#count}`;
    const headers = { authorization: `Bearer ${this.#tokens.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name });
    return { method: 'POST', path: '/api/v1/customers', headers, body, status: 201, holds: `"${name}"` };
  }

  #read(): Asked {
    const path = `/api/v1/customers/by-external-id/nothing-${this.#count}`;
    const headers = { authorization: `Bearer ${this.#tokens.token}` };
    return { method: 'GET', path, headers, status: 404, holds: path };
  }

  #search(): Asked {
    const headers = { authorization: `Bearer ${this.#tokens.personToken}`, 'content-type': 'application/json' };
    const path = '/api/v1/customer/search';
    return { method: 'POST', path, headers, body: '{"pageSize": 1}', status: 200, holds: '"isSuccess":true' };
  }

  #askForToken(): Asked {
    const { clientId, clientSecret } = this.#tokens.client;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    return { method: 'POST', path: '/connect/token', headers, body, status: 200, holds: 'access_token' };
  }

  async #ask({ method, path, headers = {}, body, status, holds }: Asked, agent: Agent | false): Promise<Seen> {
    const kind = `${method} ${path.replace(/\d+$/, 'N')} on a ${agent ? 'kept' : 'new'} connection`;
    const { hostname, port } = this.#baseUrl;
    const began = performance.now();
    const waiting = { kind, began };
    this.#underWay.add(waiting);
    const trouble = await new Promise<string | undefined>((resolve) => {
      const req = request({
        hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        localAddress: from,
        agent,
        method,
        path,
        headers,
        timeout: 20_000,
      });
      req.on('timeout', () => req.destroy(new Error('no answer within 20 s')));
      req.on('error', (error) => resolve(error.message));
      void once(req, 'response')
        .then(async ([res]: IncomingMessage[]) => {
          const said = res === undefined ? '' : await text(res);
          const isRight = res?.statusCode === status && said.includes(holds);
          resolve(isRight ? undefined : `${res?.statusCode} ${said.slice(0, 200)}`);
        })
        .catch((error: unknown) => resolve(String(error)));
      req.end(body);
    });
    this.#underWay.delete(waiting);
    return { kind, ms: performance.now() - began, trouble };
  }
}
