import type { ReactNode } from 'react';
import { DialogButton } from './dialog-button.tsx';
import { DialogForm } from './dialog-form.tsx';

interface AskButtonProps {
  readonly text: string;
  /** The record that it is about. */
  readonly of: string;
  /** The consequences of the act. */
  readonly question: string;
  readonly act: () => Promise<unknown>;
}

/** A button for a grave act, which asks by a dialog with the same button. */
export function AskButton({ text, of, question, act }: AskButtonProps): ReactNode {
  return (
    <DialogButton text={text} of={of} className="grave">
      {(close) => (
        <DialogForm act={text} isGrave save={act} close={close}>
          {() => <p>{question}</p>}
        </DialogForm>
      )}
    </DialogButton>
  );
}
