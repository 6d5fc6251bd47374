import { useState, type ReactNode } from 'react';
import { api } from '../api/api.ts';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { Select } from '../values/control.tsx';
import { planInWords, type Plan, type Tenant } from './plan-in-words.ts';
import { Included } from './sign-up-page.tsx';
import { changeTenant, ofTenant } from './use-tenant.ts';

interface ChoosePlanProps {
  readonly tenant: Tenant;
  readonly plans: readonly Plan[];
}

/** Chooses another plan. A subscription that has ended begins again with it. */
export function ChoosePlanButton(props: ChoosePlanProps): ReactNode {
  const hasEnded = props.tenant.subscription.status === 'ended';
  return (
    <DialogButton text={hasEnded ? 'Reactivate with another plan' : 'Change plan'}>
      {(close) => <ChoiceForm {...props} hasEnded={hasEnded} close={close} />}
    </DialogButton>
  );
}

type Effective = 'now' | 'periodEnd' | '';

/** Without a choice the service decides by what the organisation would lose. */
const effectives = [
  { value: '', text: 'At once, unless less is included' },
  { value: 'now', text: 'At once' },
  { value: 'periodEnd', text: 'At the end of the period' },
];

type ChoiceFormProps = ChoosePlanProps & { readonly hasEnded: boolean; readonly close: () => void };

function ChoiceForm({ tenant, plans, hasEnded, close }: ChoiceFormProps): ReactNode {
  const { planCode: present } = tenant.subscription;
  const [planCode, setPlanCode] = useState((plans.find(({ code }) => code !== present) ?? plans[0])?.code ?? '');
  const [effective, setEffective] = useState<Effective>('');
  const plan = plans.find(({ code }) => code === planCode);
  const choose = () =>
    hasEnded
      ? api.reactivateOwnSubscription({ ...ofTenant(), body: { planCode } })
      : api.chooseOwnPlan({ ...ofTenant(), body: { planCode, ...(effective !== '' && { effective }) } });
  return (
    <DialogForm
      act={hasEnded ? 'Reactivate' : 'Change plan'}
      save={() => changeTenant(choose())}
      close={close}
      members={['planCode', 'effective']}
    >
      {(problems) => (
        <>
          <Select
            label="Plan"
            value={planCode}
            choices={plans.map((one) => ({
              value: one.code,
              text: `${planInWords(one)}${one.code === present ? ' (the plan that you have)' : ''}`,
            }))}
            onChoose={setPlanCode}
            problem={problems['planCode']}
          />
          {!hasEnded && (
            <Select
              label="When"
              value={effective}
              choices={effectives}
              onChoose={(value) => setEffective(value as Effective)}
              problem={problems['effective']}
            />
          )}
          {plan && <Included plan={plan} />}
        </>
      )}
    </DialogForm>
  );
}
