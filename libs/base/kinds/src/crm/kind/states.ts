/** From each state of a kind to those to which a step leads from there. */
export type Steps<States extends readonly string[]> = Readonly<Record<States[number], readonly States[number][]>>;

/** The states of the records of a kind, and the steps between them. */
export interface States<Name extends string = string> {
  readonly member: Name;
  /** Each state, in the order of their numbers, with those to which a step leads from it. */
  readonly from: Readonly<Record<string, readonly string[]>>;
  /** The effects of steps beside the state, by members; a state that is not there leaves the member as it is. */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>;
  /** The member with the reason for going into some states, which a step may give. */
  readonly reason?: StateReason<Name>;
  /** The permission that steps from some states to some others take. */
  readonly permitted?: PermittedStep;
  /** By a state to which no step leads, a sentence about what does. */
  readonly otherwise?: Readonly<Record<string, string>>;
}

/** A step into a state sets the time of the step, a value, or nothing. */
export type Effect = 'time' | { readonly value: string | number | boolean } | null;

export interface StateReason<Name extends string> {
  readonly member: Name;
  readonly states: readonly string[];
  /** Whether there must be one, given by the step or stored before. */
  readonly isRequired: boolean;
}

export interface PermittedStep {
  readonly permission: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}
