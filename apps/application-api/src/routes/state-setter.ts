import { requirePermission } from '@rapport/admission';
import { namedWordOf, sayWords } from '@rapport/http-contract';
import { validationFailed } from '@rapport/kernel';
import type { Columns, SteppedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';

/** Brings a record into a state that an address names, by its name or its number. */
export function stateSetter<C extends Columns>(
  records: SteppedRecords<C>,
  member: 'status' | 'stage',
  states: readonly [string, ...string[]],
) {
  return async (
    context: ApplicationContext,
    id: string,
    named: string,
    { lostReason = null }: { readonly lostReason?: string | null } = {},
  ) => {
    const state = stateNamed(member, states, named);
    const { permissions } = context.state.user;
    const lacking = await records.step(context, id, state, { reason: lostReason, permissions });
    if (lacking !== null) {
      requirePermission(context.state, lacking);
    }
    return { status: 200, body: true } as const;
  };
}

/** The state that an address names, by its name or its number. */
export function stateNamed(member: 'status' | 'stage', states: readonly [string, ...string[]], named: string): string {
  const state = namedWordOf(states, named);
  if (state === undefined) {
    throw validationFailed({ [member]: [sayWords(states)] });
  }
  return state;
}
