import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { inWords } from '../words/labels.ts';

interface StatesMenuProps {
  readonly label: string;
  readonly states: readonly string[];
  readonly onChoose: (state: string) => void;
  /** The button that opens it. */
  readonly children: ReactNode;
}

/** A menu of the states into which a record can go. */
export function StatesMenu({ label, states, onChoose, children }: StatesMenuProps): ReactNode {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover">
        <Menu className="menu" aria-label={label} onAction={(key) => onChoose(String(key))}>
          {states.map((state) => (
            <MenuItem key={state} id={state}>
              {inWords(state)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
