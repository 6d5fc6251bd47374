import { requirePermission } from '@rapport/admission';
import type { StateWord } from '@rapport/application-contract';
import { validationFailed } from '@rapport/kernel';
import { namedWordOf, sayWords } from '@rapport/members/fields';
import type { Columns, SteppedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';

interface StepRequest {
  readonly params: { readonly id: string } & { readonly [Word in StateWord]?: string };
  readonly query: { readonly lostReason?: string | null } | undefined;
}

/** Brings a record into a state that an address names, by its name or its number. */
export function stateSetter<C extends Columns>(records: SteppedRecords<C>) {
  const { member, from } = records.states;
  const states = Object.keys(from);
  return async (context: ApplicationContext, { params, query }: StepRequest) => {
    const state = stateNamed(member, states, params.status ?? params.stage ?? '');
    const { permissions } = context.state.user;
    const reason = query?.lostReason ?? null;
    const lacking = await records.step(context, params.id, state, { reason, permissions });
    if (lacking !== null) {
      requirePermission(context.state, lacking);
    }
    return { status: 200, body: true } as const;
  };
}

/** The state that an address names, by its name or its number. */
export function stateNamed(member: string, states: readonly string[], named: string): string {
  const state = namedWordOf(states, named);
  if (state === undefined) {
    throw validationFailed({ [member]: [sayWords(states)] });
  }
  return state;
}
