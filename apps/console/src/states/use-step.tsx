import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queries, recordsChanged } from '../api/queries.ts';
import { stepRecord } from '../lists/records.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { reasonFor } from './next-states.ts';

interface Step {
  readonly id: string;
  readonly state: string;
  /** The reason that the record has already. */
  readonly known?: unknown;
}

export interface Stepping {
  readonly step: (step: Step) => void;
  /** The step that is on its way, whose outcome is not known yet. */
  readonly pending: Step | undefined;
  readonly error: unknown;
  /** The question for a reason, while there is one. */
  readonly question: ReactNode;
}

/** Brings records of a list into other states. A question for a reason stays open until the step is done. */
export function useStep(list: string): Stepping {
  const [asked, setAsked] = useState<Step>();
  const { mutate, mutateAsync, isPending, variables, error } = useMutation({
    mutationKey: ['step', list],
    mutationFn: ({ id, state, reason }: Step & { readonly reason?: string }) => stepRecord(list, id, state, reason),
    onSettled: recordsChanged,
  });
  const give = async (step: Step, reason: string | undefined): Promise<void> => {
    await mutateAsync({ ...step, ...(reason !== undefined && { reason }) });
    setAsked(undefined);
  };
  const begin = (step: Step): void => {
    if (reasonFor(list, step.state)) {
      setAsked(step);
    } else if (!isOnItsWay(list, step)) {
      mutate(step);
    }
  };
  return {
    step: begin,
    pending: isPending ? variables : undefined,
    error: asked ? null : error,
    question: asked && (
      <ReasonDialog
        list={list}
        state={asked.state}
        known={asked.known}
        onGive={(reason) => give(asked, reason)}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}

/** The second press of a double click comes before the page shows what the first one began. */
function isOnItsWay(list: string, { id }: Step): boolean {
  const begun = queries.getMutationCache().findAll({ mutationKey: ['step', list], status: 'pending' });
  return begun.some(({ state }) => (state.variables as Step).id === id);
}
