import { done, Processes, until } from '@rapport/testbed';
import { expect } from 'vitest';
import { operator, platform, type Company } from './company.ts';

/** A company that has just signed up comes into each state so. Each change holds when its call is answered. */
export const states = {
  trialing: async () => undefined,
  active: endTrial,
  pastDue,
  'active on a plan without the public API': async ({ tenantId }) => {
    done(await operator.changePlan({ params: { tenantId }, body: { planCode: 'free' } }), 200);
  },
  'suspended as unpaid': async (company) => {
    await pastDue(company);
    await change(company, { suspendsOnUtc: inMs(0) });
  },
  'suspended as unverifiedEmail': (company) => change(company, { verifyByUtc: inMs(0) }),
  'suspended by an operator': async ({ tenantId }) => {
    done(await operator.suspendTenant({ params: { tenantId } }), 200);
  },
  cancelled: async ({ tenantId }) => {
    done(await operator.cancelSubscription({ params: { tenantId }, body: { effective: 'now' } }), 200);
  },
  deleting: async ({ tenantId }) => {
    expect(done(await operator.deleteTenant({ params: { tenantId } }), 202)).toEqual({ tenantId, state: 'deleting' });
  },
  provisioning: (company) => set(company, 'provisioning'),
  provisioningFailed: (company) => set(company, 'provisioningFailed'),
} satisfies Record<string, (company: Company) => Promise<void>>;

async function endTrial(company: Company): Promise<void> {
  await change(company, { trialEndsOnUtc: inMs(0) });
}

async function pastDue(company: Company): Promise<void> {
  await endTrial(company);
  const { tenantId } = company;
  const [invoice] = done(await operator.listInvoices({ params: { tenantId } }), 200).invoices;
  const params = { tenantId, invoiceId: invoice?.invoiceId ?? '' };
  done(await operator.changeInvoice({ params, body: { dueOnUtc: inMs(0) } }), 200);
}

type Change = NonNullable<Parameters<typeof operator.changeSubscription>[0]>['body'];

async function change({ tenantId }: Company, body: Change): Promise<void> {
  done(await operator.changeSubscription({ params: { tenantId }, body }), 200);
}

/** No call leads here from a tenant that is made, so control is written, and the copies of the state before run out. */
async function set({ tenantId, owner }: Company, state: string): Promise<void> {
  const control = await platform.connect('administrator of control');
  try {
    await control.query('update control.tenant set state = $2 where id = $1', [tenantId, state]);
  } finally {
    await control.end();
  }
  const headers = { authorization: `Bearer ${owner.accessToken}` };
  for (const { url } of await new Processes(platform).of('application-api')) {
    await until(
      async () => (await fetch(`${url}/api/v1/user/me`, { headers })).status === 403,
      10_000,
      () => `${url} does not see that the tenant is ${state}.`,
    );
  }
}

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
