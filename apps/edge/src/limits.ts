/** Callers that ask for much at once wait among themselves, so that they hold up no other caller. */
export type Lane = 'usual' | 'crowded';

export const lanes: readonly Lane[] = ['usual', 'crowded'];

/** What one caller, and all callers together, may take of the proxy and of the processes behind it. */
export interface Limits {
  /** For the whole proxy, where the system lets it open as many files. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** An address with more requests under way than this is crowded: what it asks beyond them goes into a lane of its own. */
  readonly requestsPerAddress: number;
  /** Requests that one process of a service has at a time from each lane; the rest of the lane waits. */
  readonly requestsPerProcess: Readonly<Record<Lane, number>>;
  /** Requests of a lane that wait for the processes of a service together; the next one is told to come again. */
  readonly waitingRequests: number;
  /** The length of a head. A service allows twice as much, for what the proxy adds. */
  readonly headBytes: number;
  /** A body is taken in up to here before a service is asked; a longer one is passed on as it comes. */
  readonly bufferBytes: number;
  /** What the system keeps of an answer for a caller that does not read it; the system takes twice as much. */
  readonly unreadBytes: number;
  /** Addresses that are counted at a time; the oldest one without a connection makes room. */
  readonly addresses: number;
}

export const usualLimits: Limits = {
  connections: 10_000,
  connectionsPerAddress: 500,
  requestsPerAddress: 20,
  requestsPerProcess: { usual: 256, crowded: 32 },
  waitingRequests: 1_000,
  headBytes: 16_384,
  bufferBytes: 65_536,
  unreadBytes: 262_144,
  addresses: 100_000,
};

/** Connections that the proxy can serve with so many open files: each has one on either side, and the proxy needs a few. */
export function connectionsFor(openFiles: number, connectionsMax: number): number {
  return Math.max(1, Math.min(connectionsMax, Math.floor((openFiles - 100) / 2)));
}
