import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface ModalDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly isSmall?: boolean;
  /** Whether the Escape key leaves it open, because it would take away what was typed. */
  readonly staysOpen?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the page. */
export function ModalDialog({
  title,
  onClose,
  isSmall = false,
  staysOpen = false,
  children,
}: ModalDialogProps): ReactNode {
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isKeyboardDismissDisabled={staysOpen}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={isSmall ? 'dialog small' : 'dialog'}>
        <Dialog>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
