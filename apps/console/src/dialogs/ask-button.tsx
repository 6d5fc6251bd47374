import type { ReactNode } from 'react';
import { DialogButton } from './dialog-button.tsx';
import { DialogForm } from './dialog-form.tsx';

interface AskButtonProps {
  readonly text: string;
  readonly label?: string;
  /** The consequences of the act. */
  readonly question: string;
  readonly act: () => Promise<unknown>;
}

/** A button for a grave act, which asks by a dialog with the same button. */
export function AskButton({ text, label, question, act }: AskButtonProps): ReactNode {
  return (
    <DialogButton text={text} className="grave" title={label ?? text} {...(label !== undefined && { label })}>
      {(close) => (
        <DialogForm act={text} isGrave save={act} close={close}>
          {() => <p className="whole">{question}</p>}
        </DialogForm>
      )}
    </DialogButton>
  );
}
