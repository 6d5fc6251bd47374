import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { recordsChanged } from '../api/queries.ts';
import { stepRecord } from '../lists/records.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { asksReason } from './next-states.ts';

interface Step {
  readonly id: string;
  readonly state: string;
}

export interface Stepping {
  readonly step: (step: Step) => void;
  /** The step that is on its way, whose outcome is not known yet. */
  readonly pending: Step | undefined;
  readonly error: unknown;
  /** The question for a reason, while there is one. */
  readonly question: ReactNode;
}

/** Brings records of a list into other states, and asks for a reason where a state wants one. */
export function useStep(list: string): Stepping {
  const [asked, setAsked] = useState<Step>();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id, state, reason }: Step & { readonly reason?: string }) => stepRecord(list, id, state, reason),
    onSettled: recordsChanged,
  });
  return {
    step: (step) => (asksReason(list, step.state) ? setAsked(step) : mutate(step)),
    pending: isPending ? variables : undefined,
    error,
    question: asked && (
      <ReasonDialog
        list={list}
        state={asked.state}
        onCancel={() => setAsked(undefined)}
        onGive={(reason) => {
          setAsked(undefined);
          mutate({ ...asked, ...(reason && { reason }) });
        }}
      />
    ),
  };
}
