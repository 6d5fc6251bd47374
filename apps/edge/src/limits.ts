/** `slow` asks processes of which none answers its checks in time. */
export type Lane = 'usual' | 'slow';

/** The share of the proxy and of the processes behind it that one caller, or all together, may take. */
export interface Limits {
  /** For the whole proxy, where the system lets it open as many files. */
  readonly connections: number;
  /** Behind a trusted proxy this is the number of requests that an address has under way. */
  readonly connectionsPerAddress: number;
  /** The length of a target and its headers together. A service allows twice as much, for what the proxy adds. */
  readonly headBytes: number;
  /** The part of a body that is taken in before a service is asked. A longer body is passed on as it comes. */
  readonly bufferBytes: number;
  /** The part of an answer that the system keeps for a caller that does not read it. The system takes twice as much. */
  readonly unreadBytes: number;
  /** The part of the buffer for what the proxy says of the caller. A body may fill the rest. */
  readonly rewriteBytes: number;
  /** The most addresses that are counted. The oldest one without a connection makes room for another. */
  readonly addresses: number;
}

export const usualLimits: Limits = {
  connections: 10_000,
  connectionsPerAddress: 100,
  headBytes: 16_384,
  bufferBytes: 65_536,
  unreadBytes: 262_144,
  rewriteBytes: 4_096,
  addresses: 100_000,
};

/** The limits of a proxy with so many open files. A connection takes one on either side, and the proxy needs a few. */
export function limitsFor(openFiles: number, differing: Partial<Limits> = {}): Limits {
  const wanted = { ...usualLimits, ...differing };
  const connections = Math.max(1, Math.min(wanted.connections, Math.floor((openFiles - 100) / 2)));
  // With few open files a single address would take all connections.
  const connectionsPerAddress = Math.max(1, Math.min(wanted.connectionsPerAddress, Math.floor(connections / 2)));
  return { ...wanted, connections, connectionsPerAddress };
}
