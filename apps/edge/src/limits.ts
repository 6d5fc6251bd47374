/** What one caller, and all callers together, may take of the proxy and of the processes behind it. */
export const limits = {
  /** For the whole proxy, where the system lets it open as many files. */
  connections: 10_000,
  /** Less than half of what one process answers at a time, so that a single address never fills a service. */
  connectionsPerAddress: 200,
  /** Requests that one process of a service has at a time; the rest wait. */
  requestsPerProcess: 512,
  /** Requests that wait for the processes of a service together; the next one is told to come again. */
  waitingRequests: 512,
  /** A head is longer neither for the proxy nor for a service, which allows twice as much for what the proxy adds. */
  headBytes: 16_384,
  /** A body is taken in up to here before a service is asked; a longer one is passed on as it comes. */
  bufferBytes: 65_536,
  /** Addresses that are counted at a time; the oldest one without a connection makes room. */
  addresses: 100_000,
} as const;

/** Connections that the proxy can serve with so many open files: each has one on either side, and the proxy needs a few. */
export function connectionsFor(openFiles: number): number {
  return Math.max(1, Math.min(limits.connections, Math.floor((openFiles - 100) / 2)));
}
