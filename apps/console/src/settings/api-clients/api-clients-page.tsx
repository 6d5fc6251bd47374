import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../../api/api.ts';
import { scopesByDefault } from '../../generated/rights.ts';
import type { Act } from '../../forms/use-act.ts';
import type { AnyRecord } from '../../lists/records.ts';
import { usePerson } from '../../signing-in/person.tsx';
import { nameOf } from '../../lists/naming.ts';
import { EditRecordButton } from '../../forms/edit-record-button.tsx';
import { NewRecordButton } from '../../forms/new-record-button.tsx';
import { SummedRights } from '../roles/summed-rights.tsx';
import { SettingsList } from '../settings-list.tsx';
import { StateButton } from '../state-button.tsx';
import { ClientAudit } from './client-audit.tsx';
import { RotateButton } from './rotate-button.tsx';
import { ShownSecret, type Secret } from './shown-secret.tsx';

/** The API clients by which other systems reach the organisation's records. A secret is on the page once. */
export function ApiClientsPage(): ReactNode {
  const { id } = usePerson();
  const [secret, setSecret] = useState<Secret>();
  const create = async (body: object, key: string): Promise<string> => {
    // The form has made the body of the members of this list.
    const named = body as Parameters<typeof api.createApiClient>[0]['body'] & { readonly name: string };
    const made = await dataOf(api.createApiClient({ body: named, headers: { 'idempotency-key': key } }));
    setSecret({ ...made, name: named.name });
    return made.id;
  };
  return (
    <>
      <SettingsList
        list="apiClients"
        title="API clients"
        columns={['clientId', 'runAsUserId', 'lastUsedOnUtc', 'isActive']}
        making={
          <NewRecordButton
            list="apiClients"
            initial={{ scopes: scopesByDefault, runAsUserId: id }}
            isFirst
            create={create}
          />
        }
        name={(record) => <NamedClient client={record} />}
        acts={(record, act) => <ClientActs record={record} running={act} onSecret={setSecret} />}
      >
        {secret && <ShownSecret key={secret.clientSecret} secret={secret} onDone={() => setSecret(undefined)} />}
      </SettingsList>
      <ClientAudit />
    </>
  );
}

function NamedClient({ client }: { readonly client: AnyRecord }): ReactNode {
  return (
    <>
      <span dir="auto">{nameOf('apiClients', client)}</span>
      <SummedRights rights={client['scopes'] as readonly string[]} called="scopes" />
    </>
  );
}

interface ClientActsProps {
  readonly record: AnyRecord;
  readonly running: Act;
  readonly onSecret: (secret: Secret) => void;
}

function ClientActs({ record, running, onSecret }: ClientActsProps): ReactNode {
  const name = nameOf('apiClients', record);
  return (
    <>
      <EditRecordButton list="apiClients" record={record} of={name} />
      <RotateButton record={record} onRotated={(made) => onSecret({ ...made, name })} />
      <StateButton
        list="apiClients"
        record={record}
        disable="disableApiClient"
        enable="enableApiClient"
        question="Every token of this client is dead for good."
        running={running}
      />
    </>
  );
}
