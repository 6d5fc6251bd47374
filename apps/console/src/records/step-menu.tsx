import { useState, type ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { recordsChanged } from '../api/queries.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { listOf, stepRecord, type AnyRecord } from '../lists/records.ts';
import { usePerson } from '../signing-in/person.tsx';
import { inWords } from '../words/labels.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { nextStates, reasonFor } from './states.ts';

/** Brings a record into another state, to those alone to which a step leads that the person may take. */
export function StepMenu({ list, record }: { readonly list: string; readonly record: AnyRecord }): ReactNode {
  const person = usePerson();
  const [asked, setAsked] = useState<string>();
  const act = useAct();
  const next = nextStates(person, list, record);
  const label = `Change ${listOf(list).states?.member ?? ''}`;
  const step = async (state: string, reason?: string): Promise<void> => {
    await stepRecord(list, record.id, state, reason);
    setAsked(undefined);
    await recordsChanged();
  };
  const choose = (state: string): void => (reasonFor(list, state) ? setAsked(state) : act.run(() => step(state)));
  return (
    next.length > 0 && (
      <>
        <Sentence error={act.error} />
        <MenuTrigger>
          <Button isPending={act.isRunning}>{label}</Button>
          <Popover className="popover">
            <Menu className="menu" aria-label={label} onAction={(key) => choose(String(key))}>
              {next.map((state) => (
                <MenuItem key={state} id={state}>
                  {inWords(state)}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
        {asked !== undefined && (
          <ReasonDialog
            {...{ list, record }}
            state={asked}
            onGive={(reason) => step(asked, reason)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </>
    )
  );
}
