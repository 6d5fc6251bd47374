import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answered, callOf, type OperationName } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { AskButton } from '../dialogs/ask-button.tsx';
import type { Act } from '../forms/use-act.ts';
import { nameOf } from '../lists/naming.ts';
import type { AnyRecord } from '../lists/records.ts';

interface StateButtonProps {
  readonly list: string;
  readonly record: AnyRecord;
  readonly disable: OperationName;
  readonly enable: OperationName;
  /** The consequences of disabling. */
  readonly question: string;
  readonly running: Act;
}

/** Disables a record of the settings after a question, or enables it again. */
export function StateButton({ list, record, disable, enable, question, running }: StateButtonProps): ReactNode {
  const name = nameOf(list, record);
  return record['isActive'] === true ? (
    <AskButton text="Disable" of={name} question={question} act={() => step(list, disable, record)} />
  ) : (
    <ActButton text="Enable" of={name} running={running} act={() => step(list, enable, record)} />
  );
}

interface ActButtonProps {
  readonly text: string;
  /** The name of the record. */
  readonly of: string;
  readonly running: Act;
  readonly act: () => Promise<unknown>;
}

/** A button for an act on a record, without a question. */
export function ActButton({ text, of, running, act }: ActButtonProps): ReactNode {
  return (
    <Button aria-label={`${text} ${of}`} isDisabled={running.isRunning} onPress={() => running.run(act)}>
      {text}
    </Button>
  );
}

/** Calls an operation that takes the key of a record alone. */
export async function step(list: string, operation: OperationName, { id }: AnyRecord): Promise<void> {
  await answered(callOf(operation)({ params: list === 'roles' ? { code: id } : { id } }));
  await queries.invalidateQueries();
}
