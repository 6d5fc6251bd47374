import { type AskedRequest, type Credentials, type Ending, percentile, tokenRequest, Traffic } from '@rapport/testbed';

interface Asked extends AskedRequest {
  readonly status: number;
  /** A text in the body that no answer to another caller has. */
  readonly holds: string;
}

/** A request, with its connection. */
interface Seen {
  readonly kind: string;
  readonly ms: number;
}

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
  readonly #origin: string;
  readonly #tokens: BystanderTokens;
  readonly #traffics: Readonly<Record<'kept' | 'new', Traffic<Asked>>>;
  #count = 0;

  constructor(baseUrl: string, tokens: BystanderTokens) {
    this.#origin = baseUrl;
    this.#tokens = tokens;
    const ask = (): Asked => this.#next();
    const plan = { from: '127.0.0.9', answerMs: 20_000, pauseMs: 15 };
    this.#traffics = {
      kept: Traffic.repeat([ask, ask], plan),
      new: Traffic.repeat([ask], { ...plan, isKept: false }),
    };
  }

  /** The figures of the caller since the last call. A request without an answer is as long as it has waited. */
  take(): { count: number; p95: number; p99: number; longest: Seen; troubles: string[] } {
    const seen: Seen[] = [];
    const waiting: Seen[] = [];
    const troubles: string[] = [];
    for (const [connection, traffic] of Object.entries(this.#traffics)) {
      const kindOf = ({ method, path }: Asked): string =>
        `${method} ${path.replace(/\d+$/, 'N')} on a ${connection} connection`;
      for (const ending of traffic.take()) {
        const kind = kindOf(ending.asked);
        seen.push({ kind, ms: ending.endedAt - ending.sentAt });
        if (!isRight(ending)) {
          troubles.push(`${kind}: ${ending.status} ${ending.text.slice(0, 200)}`);
        }
      }
      waiting.push(
        ...traffic.underWay.map(({ asked, sentAt }) => ({ kind: kindOf(asked), ms: performance.now() - sentAt })),
      );
    }
    const times = seen.map(({ ms }) => ms);
    return {
      count: seen.length,
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
      longest: [...seen, ...waiting].reduce((most, one) => (one.ms > most.ms ? one : most), { kind: 'none', ms: 0 }),
      troubles,
    };
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#traffics).map((traffic) => traffic.stop()));
  }

  #next(): Asked {
    const count = (this.#count += 1);
    const { client, token, personToken } = this.#tokens;
    const ofClient = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ofPerson = { ...ofClient, authorization: `Bearer ${personToken}` };
    const origin = this.#origin;
    const [name, unknown] = [`bystander ${count}`, `/api/v1/customers/by-external-id/nothing-${count}`];
    switch (count % 4) {
      case 0: {
        const body = JSON.stringify({ name });
        const asked = { origin, method: 'POST', path: '/api/v1/customers', headers: ofClient, body } as const;
        return { ...asked, status: 201, holds: `"${name}"` };
      }
      case 1: {
        const path = '/api/v1/customer/search';
        const asked = { origin, method: 'POST', path, headers: ofPerson, body: '{"pageSize": 1}' } as const;
        return { ...asked, status: 200, holds: '"isSuccess":true' };
      }
      case 2:
        return { origin, method: 'GET', path: unknown, headers: ofClient, status: 404, holds: unknown };
      default:
        return { origin, ...tokenRequest(client), status: 200, holds: 'access_token' };
    }
  }
}

function isRight({ asked, status, text }: Ending<Asked>): boolean {
  return status === asked.status && text.includes(asked.holds);
}
