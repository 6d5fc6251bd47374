import type { Limits } from './limits.ts';

export interface EdgeOptions {
  readonly host: string;
  /** The port of the base address. */
  readonly port: number;
  readonly managementPort: number;
  /** The processes of every service that answers at the base address, by the service's name. */
  readonly processes: Readonly<Record<string, readonly Process[] | Pods>>;
  /** The networks, such as 10.0.0.0/8, of the proxies whose X-Forwarded-For is believed, and whose connections are not counted. */
  readonly trustedProxies?: Listed;
  /** The origins whose pages may call what programs call, such as https://app.example.com. */
  readonly origins?: Listed;
  /** The protocol of the base address, as callers know it. */
  readonly protocol?: string;
  /** The most files that the proxy may have open, or connections that it may have. */
  readonly openFiles: number;
  /** Limits other than the usual ones. */
  readonly limits?: Partial<Limits>;
  /** The longest silence of a service. */
  readonly answerMs?: number;
  /** The longest time of a caller for the head of a request and the first part of its body. */
  readonly requestMs?: number;
}

/** Texts, or the path of a file with one in each line. */
export type Listed = readonly string[] | string;

/** The pods of a service, which a name server knows: ready ones and others, because the proxy itself asks who is ready. */
export interface Pods {
  /** A name of the whole, which leads to the address of each pod. */
  readonly name: string;
  /** A name with one address that stays, behind which any pod answers. */
  readonly anyName: string;
  readonly port: number;
  readonly managementPort: number;
  /** The most pods that there may be. */
  readonly slots: string;
}

/** One process of a service: the port of its requests, and the port that answers whether it is ready. */
export interface Process {
  readonly host: string;
  readonly port: number;
  readonly managementPort: number;
}

/** Whether a request goes to any process of its service where none answers its checks in time. */
export function hasSlowLane({ processes }: EdgeOptions): boolean {
  return Object.values(processes).some((instances) => 'name' in instances);
}
