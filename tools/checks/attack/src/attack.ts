import type { Person } from '@rapport/testbed';

/** The target and the rights of an attacker. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** The address of this machine that the attacker comes from. */
  readonly from: string;
  /** The token of an API client that may write customers. */
  readonly token: string;
  /** The token of an owner, for the application API. */
  readonly personToken: string;
  /** People of the attacker's tenant, and one of another tenant. */
  readonly people: readonly Person[];
  readonly other: Person;
  /** The most connections that this machine can open. */
  readonly connectionsMax: number;
}

/** The observations of an attacker. Any contradiction is a failure, even one that no other caller notices. */
export interface Spoils {
  readonly figures: Readonly<Record<string, number>>;
  readonly contradictions: readonly string[];
}

/** The attack of one caller on all others. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  /** Goes on until the signal, or until nothing is left to try. */
  run(target: Target, signal: AbortSignal): Promise<Spoils>;
}
