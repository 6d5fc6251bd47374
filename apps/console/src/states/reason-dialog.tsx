import { useState, type ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { listOf, memberOf } from '../lists/records.ts';
import { Labelled } from '../values/control.tsx';
import { labelOf } from '../words/labels.ts';

interface ReasonDialogProps {
  readonly list: string;
  readonly state: string;
  readonly onGive: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a record goes into a state that wants a reason. */
export function ReasonDialog({ list, state, onGive, onCancel }: ReasonDialogProps): ReactNode {
  const { reason } = listOf(list).states ?? {};
  const [text, setText] = useState('');
  const isMissing = reason?.isRequired === true && text.trim() === '';
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <Modal className="dialog small">
        <Dialog>
          <Heading slot="title">{`Close as ${state.replace(/^closed/, '').toLowerCase()}`}</Heading>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (!isMissing) {
                onGive(text.trim());
              }
            }}
          >
            <Labelled label={labelOf(reason?.member ?? '')} isRequired={reason?.isRequired}>
              {(control) => (
                <textarea
                  {...control}
                  autoFocus
                  rows={3}
                  maxLength={memberOf(list, reason?.member ?? '')?.max}
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
              )}
            </Labelled>
            <p className="acts">
              <Button type="submit" className="first" isDisabled={isMissing}>
                Save
              </Button>
              <Button onPress={onCancel}>Cancel</Button>
            </p>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
