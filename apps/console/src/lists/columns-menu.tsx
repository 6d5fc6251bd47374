import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { labelOf } from '../words/labels.ts';
import { columnsOf } from './columns.ts';

interface ColumnsMenuProps {
  readonly list: string;
  readonly chosen: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
}

/** Chooses the columns of a list, which keep their order. */
export function ColumnsMenu({ list, chosen, onChoose }: ColumnsMenuProps): ReactNode {
  const all = columnsOf(list);
  return (
    <MenuTrigger>
      <Button>Columns</Button>
      <Popover className="popover">
        <Menu
          aria-label="Columns"
          className="menu"
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => onChoose(all.filter((name) => keys === 'all' || keys.has(name)))}
        >
          {all.map((name) => (
            <MenuItem key={name} id={name}>
              {labelOf(name)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
