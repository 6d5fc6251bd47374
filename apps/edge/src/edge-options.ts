import type { Limits } from './limits.ts';

export interface EdgeOptions {
  readonly host: string;
  /** The port of the base address. */
  readonly port: number;
  readonly managementPort: number;
  /** The processes of every service that answers at the base address, by the service's name. */
  readonly processes: Readonly<Record<string, readonly Process[]>>;
  /** The networks of the proxies whose forwarding headers are kept, and whose connections are not counted. */
  readonly trustedProxies?: readonly string[];
  /** How many files the proxy may have open. */
  readonly openFiles: number;
  /** Limits other than the usual ones. */
  readonly limits?: Partial<Limits>;
  /** How long a service may be silent. */
  readonly answerMs?: number;
  /** How long a caller may take for the head of a request and the first part of its body. */
  readonly requestMs?: number;
}

/** One process of a service: the port of its requests, and the port that answers whether it is ready. */
export interface Process {
  readonly host: string;
  readonly port: number;
  readonly managementPort: number;
}
