import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Act } from './use-act.ts';

interface SaveButtonsProps {
  readonly act: Act;
  readonly onCancel: () => void;
  readonly label?: string;
  readonly wayOut?: string;
  readonly isGrave?: boolean;
}

/** The buttons with which a dialog ends. */
export function SaveButtons({
  act,
  onCancel,
  label = 'Save',
  wayOut = 'Cancel',
  isGrave = false,
}: SaveButtonsProps): ReactNode {
  return (
    <p className="acts whole">
      <Button type="submit" className={isGrave ? 'grave' : 'first'} isPending={act.isRunning}>
        {label}
      </Button>
      <Button onPress={onCancel}>{wayOut}</Button>
    </p>
  );
}
