import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { ModalDialog } from '../forms/modal-dialog.tsx';

interface DialogButtonProps {
  readonly text: string;
  /** The record that it is about, where such buttons of many stand beside each other. */
  readonly of?: string | undefined;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with the dialog that it opens. The dialog begins anew each time. */
export function DialogButton({ text, of, className = '', children }: DialogButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const name = of === undefined ? text : `${text} ${of}`;
  return (
    <>
      <Button className={className} aria-label={name} onPress={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <ModalDialog title={name} onClose={close} isSmall>
          {children(close)}
        </ModalDialog>
      )}
    </>
  );
}
