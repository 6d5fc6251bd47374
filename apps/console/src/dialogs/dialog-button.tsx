import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface DialogButtonProps {
  readonly text: string;
  /** The accessible name, where the text alone does not say which of many it is about. */
  readonly label?: string;
  readonly className?: string;
  /** The heading of the dialog, by default the text of the button. */
  readonly title?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with the dialog that it opens. What is in the dialog begins anew each time. */
export function DialogButton({ text, label, className = '', title = text, children }: DialogButtonProps): ReactNode {
  return (
    <DialogTrigger>
      <Button className={className} {...(label !== undefined && { 'aria-label': label })}>
        {text}
      </Button>
      <ModalOverlay className="veil">
        <Modal className="modal">
          <Dialog className="dialog small">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                {children(close)}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
