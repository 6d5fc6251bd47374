import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Refusal } from './refusal.tsx';
import { useActing } from './use-acting.ts';

interface DialogFormProps {
  /** The words of the button that does it. */
  readonly act: string;
  readonly wayOut?: string;
  readonly isGrave?: boolean;
  readonly save: () => Promise<unknown>;
  /** Whether all that was typed can be sent, as far as the page knows. */
  readonly check?: () => boolean;
  readonly close: () => void;
  /** The members that have fields. */
  readonly members?: readonly string[];
  readonly children: (failure: unknown) => ReactNode;
}

/** The form of a dialog, which stays open until the act is done. */
export function DialogForm({ act, save, check, close, members, children, ...look }: DialogFormProps): ReactNode {
  const { isGrave = false, wayOut = 'Cancel' } = look;
  const { run, isActing, failure } = useActing();
  return (
    <form
      className="fields asking"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (check?.() ?? true) {
          void run(save).then((isDone) => isDone && close());
        }
      }}
    >
      <Refusal failure={failure} members={members ?? []} />
      {children(failure)}
      <div className="acts whole">
        <Button type="submit" className={isGrave ? 'grave' : 'first'} isDisabled={isActing}>
          {act}
        </Button>
        <Button onPress={close}>{wayOut}</Button>
      </div>
    </form>
  );
}
