import type { ReactNode } from 'react';
import { EditRecordButton } from '../forms/edit-record-button.tsx';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import { nameOf } from '../lists/naming.ts';
import { SettingsList } from './settings-list.tsx';
import { StateButton } from './state-button.tsx';

/** Teams, whose members may see the records of each other. */
export function TeamsPage(): ReactNode {
  return (
    <SettingsList
      list="teams"
      title="Teams"
      columns={['isActive', 'createdOnUtc']}
      making={<NewRecordButton list="teams" />}
      acts={(record, act) => (
        <>
          <EditRecordButton list="teams" record={record} of={nameOf('teams', record)} />
          <StateButton
            list="teams"
            record={record}
            disable="disableTeam"
            enable="enableTeam"
            question="Records of the team stay where they are."
            running={act}
          />
        </>
      )}
    />
  );
}
