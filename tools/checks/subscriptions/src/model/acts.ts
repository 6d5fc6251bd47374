import fc from 'fast-check';
import { dayMs } from './days.ts';
import type { Effective, ModelledTenant } from './modelled-tenant.ts';

export type Side = 'operator' | 'owner';

/** One act, as it is drawn. Days are counted from the moment at which it is done. */
export type Act =
  | { readonly name: 'plan'; readonly by: Side; readonly plan: string; readonly effective: Effective | undefined }
  | { readonly name: 'cancel'; readonly by: Side; readonly effective: Effective }
  | { readonly name: 'reactivate'; readonly by: Side; readonly plan: string | undefined }
  | { readonly name: 'suspend' | 'resume' | 'verify' | 'again' }
  | { readonly name: 'move'; readonly what: Movable; readonly days: number }
  | { readonly name: 'bill'; readonly billing: 'none' | 'manual' }
  | { readonly name: 'override'; readonly isOwn: boolean }
  | { readonly name: 'settle'; readonly which: number; readonly status: 'paid' | 'void' }
  | { readonly name: 'due'; readonly which: number; readonly days: number }
  | { readonly name: 'pass'; readonly days: number };

export type Movable = 'trialEndsOnUtc' | 'periodEndsOnUtc' | 'verifyByUtc' | 'suspendsOnUtc';

/** A time that an operator moved, as it was sent. */
export interface Moved {
  readonly what: Movable;
  readonly to: number;
}

/** Acts by chance. Time passes often, and mostly by some days, so that all that falls due is met in every order. */
const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ name: fc.constant('plan'), by: side(), plan: aPlan(), effective: whenever() }) },
  { weight: 5, arbitrary: fc.record({ name: fc.constant('cancel'), by: side(), effective: now('periodEnd') }) },
  { weight: 9, arbitrary: fc.record({ name: fc.constant('reactivate'), by: side(), plan: orNone(aPlan()) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('suspend') }) },
  { weight: 4, arbitrary: fc.record({ name: fc.constant('resume') }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('verify') }) },
  {
    weight: 8,
    arbitrary: fc.record({ name: fc.constant('move'), what: movable(), days: fc.oneof(days(-3, 0), days(-20, 40)) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('bill'), billing: fc.constantFrom('none', 'manual', 'manual') }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('override'), isOwn: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ name: fc.constant('settle'), which: fc.nat(9), status: settled() }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('due'), which: fc.nat(9), days: days(-20, 40) }) },
  { weight: 20, arbitrary: fc.record({ name: fc.constant('pass'), days: fc.oneof(days(0, 9), days(0, 70)) }) },
);

/** The acts of one tenant. Each time that is moved is moved there again, because a repeated change writes nothing. */
export const aHistory = fc
  .array(anAct, { minLength: 100, maxLength: 100 })
  .map((acts) => acts.flatMap((act): Act[] => (act.name === 'move' ? [act, { name: 'again' }] : [act])));

/** Does the act to the model, with the time that is sent for one that moves a time. Throws what it is refused with. */
export function doToModel(tenant: ModelledTenant, act: Act, moved: Moved | undefined): void {
  switch (act.name) {
    case 'plan':
      tenant.choosePlan(act.plan, act.effective, act.by === 'owner');
      break;
    case 'cancel':
      tenant.cancel(act.effective);
      break;
    case 'reactivate':
      tenant.reactivate(act.plan, act.by === 'owner');
      break;
    case 'suspend':
      tenant.isSuspended = true;
      break;
    case 'resume':
      tenant.resume();
      break;
    case 'verify':
      tenant.verify();
      break;
    case 'move':
    case 'again':
      move(tenant, moved);
      break;
    case 'bill':
      tenant.billing = act.billing;
      break;
    case 'override':
      tenant.hasOverrides = act.isOwn;
      break;
    case 'settle':
    case 'due':
      settle(tenant, act);
      break;
    case 'pass':
      tenant.pass(act.days * dayMs);
  }
}

function move(tenant: ModelledTenant, moved: Moved | undefined): void {
  if (moved === undefined) {
    return;
  }
  const { what, to } = moved;
  const moves = {
    trialEndsOnUtc: () => tenant.moveTrial(to),
    periodEndsOnUtc: () => tenant.movePeriod(to),
    verifyByUtc: () => tenant.moveVerification(to),
    suspendsOnUtc: () => tenant.moveGrace(to),
  };
  moves[what]();
}

function settle(tenant: ModelledTenant, act: Extract<Act, { name: 'settle' | 'due' }>): void {
  const invoice = tenant.invoices[act.which % tenant.invoices.length];
  if (invoice && act.name === 'settle') {
    tenant.settle(invoice, act.status);
  } else if (invoice && act.name === 'due') {
    tenant.moveDue(invoice, tenant.now + act.days * dayMs);
  }
}

function side() {
  return fc.constantFrom<Side>('operator', 'owner', 'owner');
}

function aPlan() {
  return fc.constantFrom('free', 'professional', 'dear', 'enterprise', 'professional', 'dear', 'none-such');
}

function now(other: Effective) {
  return fc.constantFrom<Effective>('now', other);
}

function whenever() {
  return orNone(now('periodEnd'));
}

function orNone<T>(value: fc.Arbitrary<T>) {
  return fc.option(value, { nil: undefined });
}

function days(min: number, max: number) {
  return fc.integer({ min, max });
}

function movable() {
  return fc.constantFrom<Movable>(
    'trialEndsOnUtc',
    'periodEndsOnUtc',
    'periodEndsOnUtc',
    'verifyByUtc',
    'suspendsOnUtc',
  );
}

function settled() {
  return fc.constantFrom('paid', 'paid', 'void');
}
