import assert from 'node:assert/strict';
import {
  closedLoop,
  done,
  newEmail,
  newName,
  newSession,
  newSignup,
  postSignup,
  type Operator,
} from '@rapport/testbed';
import fc from 'fast-check';
import { aHistory, type Act } from '../model/acts.ts';
import { dayMs } from '../model/days.ts';
import { ModelledTenant } from '../model/modelled-tenant.ts';
import { PlayedTenant, type PlayedPlatform } from '../model/played-tenant.ts';
import { dearPlan, priceOf } from '../model/plans.ts';
import type { CountedPlatform, SubscriptionRuns } from './counted-platform.ts';

/** The product promises it of 10,000 acts, which take minutes. */
export function actsByChance(acts: number, seed: number): SubscriptionRuns {
  const title = `${acts} acts of owners, operators and the clock (seed ${seed}) lead where the tables say, with each invoice once`;
  return { [title]: (on) => playActs(on, fc.sample(aHistory, { seed, numRuns: Math.ceil(acts / 100) })) };
}

async function playActs({ platform, clock }: CountedPlatform, histories: readonly Act[][]): Promise<void> {
  await addDearPlan(platform.operator);
  const control = await platform.connect('administrator of control');
  const played = {
    baseUrl: platform.baseUrl,
    operator: platform.operator,
    control,
    now: () => clock?.now ?? Date.now(),
  };
  const play = (at: number): Promise<void> => playHistory(played, at, histories[at] ?? []);
  await closedLoop(play, { underWay: 4, count: histories.length }).ended.finally(() => control.end());
  const ask = (text: string) =>
    platform.query<{ count: number; last: number; invoiced: number }>(text, [], 'administrator of control');
  assert.deepEqual(await ask(twiceInvoiced), []);
  assert.deepEqual(await ask(ofUnverified), []);
  const [found] = await ask(numbers);
  assert.equal(found?.count, found?.last);
  // Without an invoice there would be nothing to see; a tenant that is billed has its first one by its making.
  assert.ok((found?.invoiced ?? 0) > 0, 'nothing was invoiced');
}

/** Plays a history with a tenant of its own. */
async function playHistory(played: PlayedPlatform, at: number, acts: readonly Act[]): Promise<void> {
  const tenant = await (at % 2 === 0 ? signedUp(played) : madeByOperator(played, at % 4 === 1));
  for (const act of acts) {
    await tenant.play(act);
  }
}

/** A company of which no owner is verified, in its trial. */
async function signedUp(played: PlayedPlatform): Promise<PlayedTenant> {
  const body = newSignup();
  const { tenantId } = (await postSignup(played.baseUrl, body)).body as { tenantId: string };
  const model = new ModelledTenant(played.now(), 'professional', 'manual', 14, played.now() + 7 * dayMs);
  return begun(played, model, tenantId, { email: body.ownerEmail, password: body.password, tenantId });
}

async function madeByOperator(played: PlayedPlatform, isBilled: boolean): Promise<PlayedTenant> {
  const [email, billing] = [newEmail(), isBilled ? 'manual' : 'none'] as const;
  const body = { organisationName: newName(), ownerEmail: email, planCode: 'professional', billing } as const;
  const { tenantId, owner } = done(await played.operator.createTenant({ body }), 201);
  const model = new ModelledTenant(played.now(), 'professional', billing, 0, null);
  return begun(played, model, tenantId, { email, password: owner.password ?? '' });
}

async function begun(
  played: PlayedPlatform,
  model: ModelledTenant,
  tenantId: string,
  person: { readonly email: string; readonly password: string; readonly tenantId?: string },
): Promise<PlayedTenant> {
  const { accessToken } = await newSession(played.baseUrl, person);
  const tenant = new PlayedTenant(model, tenantId, played, accessToken);
  await tenant.untilAlike();
  return tenant;
}

async function addDearPlan(by: Operator): Promise<void> {
  const { plans } = done(await by.listPlans(), 200);
  const professional = plans.find(({ code }) => code === 'professional') ?? assert.fail('there is no such plan');
  assert.equal(professional.pricePerMonth, priceOf('professional'));
  const entitlements = { ...professional.entitlements, users: dearPlan.users };
  const body = { ...professional, code: 'dear', name: 'Dear', pricePerMonth: dearPlan.price, entitlements };
  done(await by.putPlan({ params: { code: 'dear' }, body }), 200);
}

const twiceInvoiced = `select tenant_id, period_from from control.invoice group by tenant_id, period_from
having count(*) > 1`;

const ofUnverified = `select invoice.number from control.invoice join control.tenant on tenant.id = invoice.tenant_id
where tenant.verify_by is not null`;

const numbers = `select count(distinct number)::int as count, count(*)::int as invoiced,
  (select last::int from control.invoice_number) as last from control.invoice`;
