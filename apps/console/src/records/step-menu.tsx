import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Sentence } from '../forms/sentence.tsx';
import { listOf, type AnyRecord } from '../lists/records.ts';
import { usePerson } from '../signing-in/person.tsx';
import { nextStates, stateOf } from '../states/next-states.ts';
import { StatesMenu } from '../states/states-menu.tsx';
import { useStep } from '../states/use-step.tsx';

/** Brings a record into another state, to those alone to which a step leads that the person may take. */
export function StepMenu({ list, record }: { readonly list: string; readonly record: AnyRecord }): ReactNode {
  const { step, pending, error, question } = useStep(list);
  const { states } = listOf(list);
  const next = nextStates(usePerson(), list, stateOf(list, record));
  const label = `Change ${states?.member ?? ''}`;
  const known = record[states?.reason?.member ?? ''];
  return (
    next.length > 0 && (
      <>
        <Sentence error={error ?? undefined} />
        <StatesMenu label={label} states={next} onChoose={(state) => step({ id: record.id, state, known })}>
          <Button isPending={pending !== undefined}>{label}</Button>
        </StatesMenu>
        {question}
      </>
    )
  );
}
