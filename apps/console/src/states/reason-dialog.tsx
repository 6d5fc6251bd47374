import { useState, type ReactNode } from 'react';
import { ModalDialog } from '../forms/modal-dialog.tsx';
import { SaveButtons } from '../forms/save-buttons.tsx';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { memberOf } from '../lists/records.ts';
import { textIn, type Typed } from '../values/value-type.ts';
import { typeOf } from '../values/value-types.ts';
import { inWords, labelOf } from '../words/labels.ts';
import { reasonFor } from './next-states.ts';

interface ReasonDialogProps {
  readonly list: string;
  /** The state into which the record goes. */
  readonly state: string;
  /** The reason that the record has already. */
  readonly known: unknown;
  readonly onGive: (reason: string | undefined) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why a record is lost. */
export function ReasonDialog({ list, state, known, onGive, onClose }: ReasonDialogProps): ReactNode {
  const reason = reasonFor(list, state);
  const name = reason?.member ?? '';
  const member = { ...memberOf(list, name), type: 'text' as const, isRequired: reason?.isRequired ?? false };
  const { Field, typed: typedOf, problem } = typeOf(member);
  const [typed, setTyped] = useState<Typed>(() => typedOf(known ?? null, member));
  const [isPressed, setPressed] = useState(false);
  const act = useAct();
  const wrong = problem(typed, member);
  return (
    <ModalDialog title={`Close as ${inWords(state).toLowerCase().replace('closed ', '')}`} onClose={onClose} isSmall>
      <form
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setPressed(true);
          if (wrong === undefined) {
            act.run(() => onGive(textIn(typed).trim() || undefined));
          }
        }}
      >
        <Sentence error={act.error} />
        <div className="whole">
          <Field
            label={labelOf(name)}
            {...{ member, typed }}
            onType={setTyped}
            problem={isPressed ? wrong : undefined}
          />
        </div>
        <SaveButtons act={act} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}
