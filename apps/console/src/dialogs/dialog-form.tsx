import type { ReactNode } from 'react';
import { SaveButtons } from '../forms/save-buttons.tsx';
import { problemsOf, type Problems } from '../forms/saving/naming-fields.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';

interface DialogFormProps {
  /** The words of the button that does it. */
  readonly act: string;
  readonly wayOut?: string;
  readonly isGrave?: boolean;
  readonly save: () => Promise<unknown>;
  readonly close: () => void;
  /** The members that have fields. */
  readonly members?: readonly string[];
  readonly children: (problems: Problems['atFields']) => ReactNode;
}

/** The form of a dialog, which stays open until the act is done. */
export function DialogForm({ act: label, save, close, members = [], children, ...look }: DialogFormProps): ReactNode {
  const act = useAct();
  const { atFields, others } = problemsOf(act.error, members);
  return (
    <form
      className="asking"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act.run(async () => {
          await save();
          close();
        });
      }}
    >
      <Sentence error={act.error} more={others} />
      {children(atFields)}
      <SaveButtons act={act} onCancel={close} label={label} {...look} />
    </form>
  );
}
