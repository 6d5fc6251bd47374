/** A kind of request, by which times are promised. */
export type Kind = 'get' | 'list' | 'create' | 'update' | 'delete' | 'feed' | 'token';

export const kinds: readonly Kind[] = ['get', 'list', 'create', 'update', 'delete', 'feed', 'token'];

/** Requests of the preparation of a run are of no kind, because no time is promised for them. */
export type RequestTag = Kind | 'setup';

interface Latency {
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly reason: string;
}

/** An installation promises its clients this, with a reason for each figure. Thresholds and alerts are made of it. */
export const objectives = {
  availability: {
    share: 0.999,
    reason: 'Of a thousand requests one may meet a process that dies; a client repeats it by Retry-After.',
  },
  latency: {
    get: { p95Ms: 50, p99Ms: 150, reason: 'A page of a person waits for several of them, one after the other.' },
    list: { p95Ms: 100, p99Ms: 250, reason: 'It carries fifty records, each ten times as large as an answer to get.' },
    create: { p95Ms: 100, p99Ms: 250, reason: 'It waits for its tenant’s lock and for the disk.' },
    update: { p95Ms: 100, p99Ms: 250, reason: 'It waits for its tenant’s lock and for the disk.' },
    delete: { p95Ms: 100, p99Ms: 250, reason: 'It waits for its tenant’s lock and for the disk.' },
    feed: { p95Ms: 100, p99Ms: 250, reason: 'Clients ask for it all the time, and mostly get an empty page.' },
    token: { p95Ms: 100, p99Ms: 250, reason: 'Every client waits for it once an hour, before all else.' },
  } satisfies Readonly<Record<Kind, Latency>>,
  feedFreshness: {
    p99Ms: 1_000,
    reason: 'A change is in the feed when its write is answered; the rest is the client’s own way to ask.',
  },
  accessEnds: {
    maxMs: 0,
    reason: 'After the answer to a disable no request passes; that is a count and no time.',
  },
} as const;

/** The thresholds of k6 for a run that is judged by times. */
export function latencyThresholds(of: readonly Kind[] = kinds): Record<string, string[]> {
  const entries = of.map((kind): [string, string[]] => {
    const { p95Ms, p99Ms } = objectives.latency[kind];
    return [`http_req_duration{kind:${kind}}`, [`p(95)<${p95Ms}`, `p(99)<${p99Ms}`]];
  });
  return Object.fromEntries(entries);
}

/** The threshold of k6 for the share of requests that were served. */
export const availabilityThreshold: Record<string, string[]> = {
  http_req_failed: [`rate<${(1 - objectives.availability.share).toFixed(4)}`],
};
