import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/api.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { timeInWords } from '../values/times.tsx';
import { inWords } from '../words/labels.ts';
import { CancelButton } from './cancel-button.tsx';
import { ChoosePlanButton } from './choose-plan-button.tsx';
import { useOfferedPlans } from './offered-plans.ts';
import { includedInWords, priceInWords, useInWords, type Plan, type Tenant } from './plan-in-words.ts';
import { changeTenant, ofTenant } from './use-tenant.ts';

/** The plan of the organisation, what it includes and what is used of it, and the ways to another one. */
export function PlanSection({ tenant }: { readonly tenant: Tenant }): ReactNode {
  const plans = useOfferedPlans() ?? [];
  const { entitlements, use } = tenant;
  return (
    <section aria-label="Plan">
      <h2>Plan</h2>
      <dl className="details">
        {rowsOf(tenant, plans).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <Use term="Users" used={use.users} bound={entitlements.users} />
        <Use term="Records" used={use.records} bound={entitlements.records} />
        <div>
          <dt>Included</dt>
          <dd>{includedInWords(entitlements).join('; ')}</dd>
        </div>
      </dl>
      <Acts tenant={tenant} plans={plans} />
    </section>
  );
}

interface UseProps {
  readonly term: string;
  readonly used: number;
  readonly bound: number | null;
}

function Use({ term, used, bound }: UseProps): ReactNode {
  return (
    <div>
      <dt>{`${term} used`}</dt>
      <dd>
        {useInWords(used, bound)}
        {bound !== null && <meter aria-label={`${term} used`} min={0} max={bound} value={used} high={bound * 0.9} />}
      </dd>
    </div>
  );
}

/** The facts that hold, each with its term. */
function rowsOf(tenant: Tenant, plans: readonly Plan[]): readonly (readonly [string, string])[] {
  const { state, suspendedFor, subscription, provisioning } = tenant;
  const { planCode, pendingPlanCode, status, ...times } = subscription;
  const plan = plans.find(({ code }) => code === planCode);
  const why = suspendedFor.map((reason) => suspensions[reason]).join(', ');
  const rows = [
    ['State', `${inWords(state)}${why && `: ${why}`}`],
    ['Making', provisioning && (provisioning.failure ?? inWords(provisioning.step))],
    ['Plan', planNamed(plans, planCode)],
    ['Price', plan && priceInWords(plan)],
    ['Next plan', pendingPlanCode && planNamed(plans, pendingPlanCode)],
    ['Trial ends', status === 'trialing' && timeOf(times.trialEndsOnUtc)],
    ['Period ends', status !== 'trialing' && status !== 'ended' && timeOf(times.periodEndsOnUtc)],
    ['Past due since', timeOf(times.pastDueSinceUtc)],
    ['Suspended from', timeOf(times.suspendsOnUtc)],
    ['Subscription ends', status !== 'ended' && timeOf(times.cancelsOnUtc)],
  ] as const;
  return rows.flatMap(([term, text]) => (text ? [[term, text] as const] : []));
}

const suspensions = {
  operator: 'by the operator of this installation',
  unpaid: 'an invoice is not paid',
  unverifiedEmail: 'no owner has verified the e-mail address',
} satisfies Record<Tenant['suspendedFor'][number], string>;

function timeOf(time: string | null): string | null {
  return time && timeInWords(time);
}

function planNamed(plans: readonly Plan[], code: string): string {
  return plans.find((plan) => plan.code === code)?.name ?? inWords(code);
}

interface ActsProps {
  readonly tenant: Tenant;
  readonly plans: readonly Plan[];
}

/** The acts that the state of the subscription allows. */
function Acts({ tenant, plans }: ActsProps): ReactNode {
  const { run, isRunning, error } = useAct();
  const { provisioning, suspendedFor, subscription } = tenant;
  const { status, cancelsOnUtc } = subscription;
  const hasEnded = status === 'ended';
  const reactivate = () => changeTenant(api.reactivateOwnSubscription({ ...ofTenant(), body: {} }));
  if (provisioning !== null) {
    return <p className="hint">Your organisation is being made. This page shows it as soon as it is there.</p>;
  }
  return (
    <>
      <Sentence error={error} />
      <div className="acts">
        {!suspendedFor.includes('operator') && plans.length > 0 && <ChoosePlanButton tenant={tenant} plans={plans} />}
        {(hasEnded || cancelsOnUtc !== null) && (
          <Button className="first" isDisabled={isRunning} onPress={() => run(reactivate)}>
            Reactivate
          </Button>
        )}
        {!hasEnded && <CancelButton tenant={tenant} />}
      </div>
    </>
  );
}
