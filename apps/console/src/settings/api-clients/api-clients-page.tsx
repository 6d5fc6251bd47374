import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../../api/api.ts';
import { grantableScopes, scopesByDefault } from '../../generated/rights.ts';
import { nameOf } from '../../lists/naming.ts';
import type { FieldProps } from '../../values/value-type.ts';
import { checked, ChecksField } from '../checks-field.tsx';
import { EditButton, NewButton } from '../record-buttons.tsx';
import { groupedRights } from '../roles/right-groups.ts';
import { SummedRights } from '../roles/summed-rights.tsx';
import { SettingsList } from '../settings-list.tsx';
import { StateButton } from '../state-button.tsx';
import { ClientAudit } from './client-audit.tsx';
import { RotateButton } from './rotate-button.tsx';
import { ShownSecret, type Secret } from './shown-secret.tsx';

/** The API clients by which other systems reach the organisation's records. A secret is on the page once. */
export function ApiClientsPage(): ReactNode {
  const [secret, setSecret] = useState<Secret>();
  const make = async (body: object, key: string): Promise<void> => {
    // The form has made the body of the members of this list.
    const named = body as Parameters<typeof api.createApiClient>[0]['body'] & { readonly name: string };
    const made = await dataOf(api.createApiClient({ body: named, headers: { 'idempotency-key': key } }));
    setSecret({ ...made, name: named.name });
  };
  return (
    <>
      <SettingsList
        list="apiClients"
        title="API clients"
        columns={['clientId', 'runAsUserId', 'lastUsedOnUtc', 'isActive']}
        making={<NewButton text="New API client" {...form} initial={{ scopes: scopesByDefault }} make={make} />}
        name={(record) => (
          <>
            <span dir="auto">{nameOf('apiClients', record)}</span>
            <SummedRights rights={record['scopes'] as readonly string[]} called="scopes" />
          </>
        )}
        acts={(record, acting) => (
          <>
            <EditButton record={record} {...form} />
            <RotateButton
              record={record}
              onRotated={(made) => setSecret({ ...made, name: nameOf('apiClients', record) })}
            />
            <StateButton
              list="apiClients"
              record={record}
              disable="disableApiClient"
              enable="enableApiClient"
              question="Every token of this client is dead for good."
              acting={acting}
            />
          </>
        )}
      >
        {secret && <ShownSecret key={secret.clientSecret} secret={secret} onDone={() => setSecret(undefined)} />}
      </SettingsList>
      <ClientAudit />
    </>
  );
}

const form = {
  list: 'apiClients',
  members: ['name', 'runAsUserId', 'scopes'],
  types: { scopes: checked(ScopesField) },
} as const;

function ScopesField(props: FieldProps): ReactNode {
  return <ChecksField {...props} groups={groupedRights(grantableScopes)} />;
}
