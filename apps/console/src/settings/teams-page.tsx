import type { ReactNode } from 'react';
import { EditButton, NewButton } from './record-buttons.tsx';
import { SettingsList } from './settings-list.tsx';
import { StateButton } from './state-button.tsx';

/** Teams, whose members may see the records of each other. */
export function TeamsPage(): ReactNode {
  return (
    <SettingsList
      list="teams"
      title="Teams"
      columns={['isActive', 'createdOnUtc']}
      making={<NewButton text="New team" {...form} />}
      acts={(record, acting) => (
        <>
          <EditButton record={record} {...form} />
          <StateButton
            list="teams"
            record={record}
            disable="disableTeam"
            enable="enableTeam"
            question="Records of the team stay where they are."
            acting={acting}
          />
        </>
      )}
    />
  );
}

const form = { list: 'teams', members: ['name'] } as const;
