import type { Contract, Endpoint } from '@rapport/http-contract';
import { holding } from './user-access.ts';
import { reasonQuery, stateEndpoint, type StateSpec, type StateWord } from './state-endpoint.ts';

interface Group<Path extends string, One extends string, E extends Contract> {
  readonly group: Path;
  readonly singular: One;
  readonly resource: string;
  readonly states: StateSpec<Path, One>['states'] | undefined;
  readonly endpoints: E;
}

type StepSpec = Omit<StateSpec<string, string>, 'group' | 'singular' | 'access' | 'states'>;

/** A group whose records go from state to state. */
export function stepped<
  const Path extends string,
  const One extends string,
  E extends Contract,
  G extends Group<Path, One, E>,
  const Word extends StateWord,
>(group: G & Group<Path, One, E>, word: Word, spec: StepSpec) {
  return withStep(group, stateEndpoint(specOf(group, spec), word));
}

/** The group, in whose steps a caller may say a reason. */
export function forReason<Step extends Endpoint, G extends { readonly endpoints: { readonly step: Step } }>(
  group: G & { readonly endpoints: { readonly step: Step } },
) {
  return withStep(group, { ...group.endpoints.step, query: reasonQuery });
}

function specOf<Path extends string, One extends string>(
  { group, singular, resource, states }: Group<Path, One, Contract>,
  spec: StepSpec,
): StateSpec<Path, One> {
  if (states === undefined) {
    throw new Error(`there are no states of ${resource}`);
  }
  return { ...spec, group, singular, states, access: holding(`${resource}.write`, 'write') };
}

function withStep<E extends Contract, G extends { readonly endpoints: E }, Step extends Endpoint>(
  group: G & { readonly endpoints: E },
  step: Step,
) {
  return { ...group, endpoints: { ...group.endpoints, step } };
}
