import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Act } from './use-act.ts';

interface SaveButtonsProps {
  readonly act: Act;
  readonly onCancel: () => void;
  readonly label?: string;
}

/** The buttons with which a dialog ends. */
export function SaveButtons({ act, onCancel, label = 'Save' }: SaveButtonsProps): ReactNode {
  return (
    <p className="acts whole">
      <Button type="submit" className="first" isPending={act.isRunning}>
        {label}
      </Button>
      <Button onPress={onCancel}>Cancel</Button>
    </p>
  );
}
