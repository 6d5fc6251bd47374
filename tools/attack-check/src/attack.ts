/** Where an attacker attacks, and with what rights. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** The address of this machine that the attacker comes from. */
  readonly from: string;
  /** Of an API client that may write customers. */
  readonly token: string;
  /** How many connections this machine can open. */
  readonly connectionsMax: number;
}

/** What an attacker saw. A contradiction must not be, even where no other caller notices it. */
export interface Spoils {
  readonly figures: Readonly<Record<string, number>>;
  readonly contradictions: readonly string[];
}

/** What one caller does to all others. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  /** Goes on until the signal, or until nothing is left to try. */
  run(target: Target, signal: AbortSignal): Promise<Spoils>;
}
