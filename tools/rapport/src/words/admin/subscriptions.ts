import type { AnyValues } from '../../cli/command.ts';
import { WrongUse } from '../../cli/failure.ts';
import { adminCommand, tenant } from './admin-command.ts';

const plan = { value: 'PLAN', summary: 'the code of the plan, such as professional' } as const;
const time = (summary: string) => ({ value: 'TIME', summary }) as const;

export const subscriptionCommands = [
  adminCommand('tenant suspend', 'Suspend a tenant: its writes and its public API are refused.', {
    options: { tenant },
    ask: (operator, values) => operator.suspendTenant({ params: { tenantId: values.tenant } }),
  }),
  adminCommand('tenant resume', 'Lift all that a tenant is suspended for.', {
    options: { tenant },
    ask: (operator, values) => operator.resumeTenant({ params: { tenantId: values.tenant } }),
  }),
  adminCommand('tenant cancel', 'End the subscription of a tenant, or now those of all that nobody verified.', {
    options: {
      tenant: { value: tenant.value, summary: tenant.summary },
      effective: { value: 'now|periodEnd', summary: 'when it ends; without it at the end of the period' },
      'unverified-since': time('in place of a tenant: all that signed up since then and have no verified owner'),
    },
    ask: (operator, { tenant: tenantId, 'unverified-since': sinceUtc, ...values }) => {
      const effective = effectiveOf(values);
      if (tenantId !== undefined && sinceUtc === undefined) {
        return operator.cancelSubscription({ params: { tenantId }, body: { effective } });
      }
      if (tenantId === undefined && sinceUtc !== undefined && effective === undefined) {
        return operator.cancelUnverifiedTenants({ body: { sinceUtc } });
      }
      throw new WrongUse('Give --tenant, with --effective or without, or --unverified-since alone.');
    },
  }),
  adminCommand('tenant reactivate', 'Take back what was cancelled, or begin an ended subscription again.', {
    options: { tenant, plan },
    ask: (operator, values) =>
      operator.reactivateSubscription({ params: { tenantId: values.tenant }, body: { planCode: values.plan } }),
  }),
  adminCommand('tenant plan', 'Put a tenant on another plan.', {
    options: {
      tenant,
      plan: { ...plan, required: true },
      effective: { value: 'now|periodEnd', summary: 'when it holds; without it now' },
    },
    ask: (operator, values) =>
      operator.changePlan({
        params: { tenantId: values.tenant },
        body: { planCode: values.plan, effective: effectiveOf(values) },
      }),
  }),
  adminCommand('tenant subscription', 'Move an end of a subscription, or change how it is billed.', {
    options: {
      tenant,
      'trial-ends': time('when its trial ends, such as 2026-01-31T09:30:00Z'),
      'period-ends': time('when its period ends'),
      'verify-by': time('until when an owner must have verified the e-mail address'),
      'suspends-on': time('when the grace for an invoice that is past due ends'),
      billing: { value: 'none|manual', summary: 'whether its periods are invoiced, from the next one on' },
    },
    ask: (operator, values) =>
      operator.changeSubscription({
        params: { tenantId: values.tenant },
        body: {
          trialEndsOnUtc: values['trial-ends'],
          periodEndsOnUtc: values['period-ends'],
          verifyByUtc: values['verify-by'],
          suspendsOnUtc: values['suspends-on'],
          billing: oneOf(values, 'billing', ['none', 'manual']),
        },
      }),
  }),
];

function effectiveOf(values: AnyValues): 'now' | 'periodEnd' | undefined {
  return oneOf(values, 'effective', ['now', 'periodEnd']);
}

function oneOf<const W extends string>(values: AnyValues, name: string, words: readonly W[]): W | undefined {
  const given = values[name];
  const word = words.find((one) => one === given);
  if (given !== undefined && word === undefined) {
    throw new WrongUse(`--${name} is ${words.join(' or ')}.`);
  }
  return word;
}
