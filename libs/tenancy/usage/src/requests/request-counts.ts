import type { Metrics } from '@rapport/telemetry';

/** The requests of a tenant on a day. */
export interface RequestCount {
  readonly tenantId: string;
  readonly day: string;
  requests: number;
  refused: number;
  tokensIssued: number;
}

/** The requests of tenants to this process since their counts were last taken, by tenant and day. */
export class RequestCounts {
  #counts = new Map<string, RequestCount>();
  readonly #lost: () => void;

  constructor(metrics: Metrics) {
    const lost = metrics.counter({
      name: 'usage_lost_total',
      help: 'Requests and tokens that found no room among the counts while the database was away.',
    });
    this.#lost = () => lost.inc();
  }

  get size(): number {
    return this.#counts.size;
  }

  /** An answer below 400 counts as a request. One without an accepted token counts nowhere. */
  answered(tenantId: string | undefined, status: number): void {
    if (tenantId === undefined) {
      return;
    }
    if (status < 400) {
      this.#count(tenantId, 'requests');
    } else if (status < 500 && status !== 401) {
      this.#count(tenantId, 'refused');
    }
  }

  tokenIssued(tenantId: string): void {
    this.#count(tenantId, 'tokensIssued');
  }

  /** The counts in the order in which every process writes them. They begin anew. */
  take(): RequestCount[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  }

  #count(tenantId: string, what: 'requests' | 'refused' | 'tokensIssued'): void {
    const time = Date.now();
    const key = `${tenantId} ${Math.floor(time / dayMs)}`;
    const known = this.#counts.get(key);
    if (known) {
      known[what] += 1;
    } else if (this.#counts.size < countsMax) {
      const day = new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
      this.#counts.set(key, { tenantId, day, requests: 0, refused: 0, tokensIssued: 0, [what]: 1 });
    } else {
      this.#lost();
    }
  }
}

function keyOf({ tenantId, day }: Pick<RequestCount, 'tenantId' | 'day'>): string {
  return `${tenantId} ${day}`;
}

const dayMs = 86_400_000;
const countsMax = 10_000;
