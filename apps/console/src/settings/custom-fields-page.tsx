import type { ReactNode } from 'react';
import { EditRecordButton } from '../forms/edit-record-button.tsx';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { nameOf } from '../lists/naming.ts';
import { RecordTable } from '../lists/record-table.tsx';
import { memberOf } from '../lists/records.ts';
import { useList } from '../lists/use-list.ts';
import { inWords } from '../words/labels.ts';
import { StateButton } from './state-button.tsx';

/** The fields that the organisation added to its records, by the kinds that have them. */
export function CustomFieldsPage(): ReactNode {
  const title = useTitle('Custom fields');
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
        <NewRecordButton list="customFields" initial={{ module: 'customers', fieldType: 'text' }} isFirst />
      </header>
      {memberOf('customFields', 'module')?.words?.map((module) => (
        <FieldsOf key={module} module={module} />
      ))}
    </main>
  );
}

function FieldsOf({ module }: { readonly module: string }): ReactNode {
  const act = useAct();
  const name = inWords(module);
  const found = useList('customFields', { module, pageSize: 100 });
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <Sentence error={act.error} />
      <Asked of={found}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">There are none.</p>
          ) : (
            <RecordTable
              list="customFields"
              label={`Custom fields of ${name.toLowerCase()}`}
              records={items}
              columns={['key', 'fieldType', 'isRequired', 'options', 'isActive']}
              acts={(record) => (
                <>
                  <EditRecordButton list="customFields" record={record} of={nameOf('customFields', record)} />
                  <StateButton
                    list="customFields"
                    record={record}
                    disable="disableCustomField"
                    enable="enableCustomField"
                    question="The field leaves every form and every answer. Its values and its key stay."
                    running={act}
                  />
                </>
              )}
            />
          )
        }
      </Asked>
    </section>
  );
}
