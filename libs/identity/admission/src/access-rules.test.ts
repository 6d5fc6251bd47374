import { acts, type Act } from '@rapport/kernel';
import type { ShownState } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { requireDeveloperScope, requireSubscription } from './access-rules.ts';
import type { PrincipalState, TenantState } from './principal-state.ts';

/** Each state allows these: reads, writes and taking away access at the application API, then all at the public API. */
test.each<[ShownState, string, string]>([
  ['provisioning', '', ''],
  ['provisioningFailed', '', ''],
  ['trialing', 'read write takesAway', 'read write takesAway'],
  ['active', 'read write takesAway', 'read write takesAway'],
  ['pastDue', 'read write takesAway', 'read write takesAway'],
  ['suspended', 'read takesAway', ''],
  ['cancelled', 'takesAway', ''],
])('in a tenant that is %s people may %j and clients may %j', (state, application, publicApi) => {
  for (const [surface, expected] of [
    ['application', application],
    ['public', publicApi],
  ] as const) {
    const goesOn = acts.filter((act) => {
      try {
        requireSubscription(stateOf({ state, suspendedFor: ['operator'] }), surface, act);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'subscription_required' });
        return false;
      }
    });
    expect(goesOn.join(' ')).toBe(expected);
  }
});

test('a refusal says what opens the tenant again, each reason of it', () => {
  const reasons = ['operator', 'unpaid'] as const;
  const suspended = stateOf({ state: 'suspended', suspendedFor: reasons });
  const said = 'until the operator of the CRM resumes it and what it owes is paid.';
  expect(() => requireSubscription(suspended, 'public', 'read')).toThrow(said);
  expect(() => requireSubscription(suspended, 'application', 'write')).toThrow(said);
  expect(() => requireSubscription(stateOf({ state: 'cancelled' }), 'public', 'read')).toThrow('reactivate');
});

test("the plan's public API is asked for a client's token, and not for a person", () => {
  const withoutApi = stateOf({ publicApi: false });
  expect(() => requireSubscription(withoutApi, 'application', 'read')).toThrow('does not include the public API');
  expect(() => requireSubscription({ ...withoutApi, client: null }, 'application', 'read')).not.toThrow();
});

test.each<[string[], Act, boolean]>([
  [[], 'read', true],
  [[], 'write', false],
  [[], 'takesAway', false],
  [['users.manage'], 'read', false],
  [['customers.read'], 'read', true],
  [['customers.write'], 'write', true],
  [['customers.delete'], 'write', false],
  [['campaigns.read'], 'read', true],
  [['campaigns.write'], 'write', false],
  [['lead.convert', 'customers.write'], 'write', true],
  [['lead.convert', 'leads.write'], 'write', false],
])('a token for development that asks for %j to %s: %s', (permissions, act, isAllowed) => {
  const scopes = ['customers.read', 'customers.write'];
  const check = () => requireDeveloperScope(stateOf({}), scopes, { permissions, act });
  if (isAllowed) {
    expect(check).not.toThrow();
  } else {
    expect(check).toThrow(expect.objectContaining({ code: 'insufficient_scope' }));
  }
});

test('an operation says itself where the scope of its permission does not do', () => {
  const access = { permissions: ['customers.write'], scopes: [], act: 'write' } as const;
  const check = () => requireDeveloperScope(stateOf({}), ['customers.write'], access);
  expect(check).toThrow(expect.objectContaining({ code: 'insufficient_scope' }));
});

test('the challenge names the scope that is missing, and none where no scope would help', () => {
  expect(challengeOf(['customers.delete'])).toBe('Bearer error="insufficient_scope", scope="customers.delete"');
  expect(challengeOf(['users.manage'])).toBeUndefined();
});

function challengeOf(permissions: string[]): string | undefined {
  try {
    requireDeveloperScope(stateOf({}), [], { permissions, act: 'read' });
  } catch (error) {
    return (error as { headers: Record<string, string> }).headers['www-authenticate'];
  }
  return undefined;
}

/** The parts of a state that the rules look at. */
function stateOf(tenant: Partial<TenantState>): PrincipalState {
  const client = { scopes: ['customers.read', 'customers.write', 'leads.write'] };
  return {
    tenant: { state: 'active', suspendedFor: [], publicApi: true, ...tenant },
    client,
  } as unknown as PrincipalState;
}
