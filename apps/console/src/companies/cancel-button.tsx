import { useState, type ReactNode } from 'react';
import { api } from '../api/api.ts';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { Select } from '../values/control.tsx';
import { timeInWords } from '../values/times.tsx';
import type { Tenant } from './plan-in-words.ts';
import { changeTenant, ofTenant } from './use-tenant.ts';

/** Cancels the subscription, at the end of its period or at once. */
export function CancelButton({ tenant }: { readonly tenant: Tenant }): ReactNode {
  return (
    <DialogButton text="Cancel subscription" className="grave">
      {(close) => <CancelForm tenant={tenant} close={close} />}
    </DialogButton>
  );
}

interface CancelFormProps {
  readonly tenant: Tenant;
  readonly close: () => void;
}

function CancelForm({ tenant, close }: CancelFormProps): ReactNode {
  const { status, trialEndsOnUtc, periodEndsOnUtc } = tenant.subscription;
  const end = status === 'trialing' ? trialEndsOnUtc : periodEndsOnUtc;
  const [effective, setEffective] = useState<'now' | 'periodEnd'>(status === 'unpaid' ? 'now' : 'periodEnd');
  const later = { value: 'periodEnd', text: `At the end of the period${end === null ? '' : `, ${timeInWords(end)}`}` };
  const choices = [...(status === 'unpaid' ? [] : [later]), { value: 'now', text: 'At once' }];
  const save = () => changeTenant(api.cancelOwnSubscription({ ...ofTenant(), body: { effective } }));
  return (
    <DialogForm act="Cancel subscription" wayOut="Go back" isGrave save={save} close={close}>
      {() => (
        <>
          <p className="whole">
            When the subscription has ended, records can neither be read nor changed until an owner reactivates it.
            Nothing is deleted, and nothing is paid back.
          </p>
          <Select
            label="When"
            value={effective}
            choices={choices}
            onChoose={(value) => setEffective(value as 'now' | 'periodEnd')}
          />
        </>
      )}
    </DialogForm>
  );
}
