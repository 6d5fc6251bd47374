/** The question to Prometheus, and the time for which the answer has to stay, before people hear of it. */
export interface Alert {
  readonly name: string;
  readonly expr: string;
  /** At once without it. */
  readonly for?: string;
  /** Whether a person has to look at it now. */
  readonly isPage?: true;
}
