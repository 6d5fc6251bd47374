import { expect, test } from 'vitest';
import { requireDeveloperScope, requireSubscription, type Act, type Surface } from './gates.ts';
import type { PrincipalState, TenantState } from './principal-state.ts';

test.each<[TenantState['state'], Surface, Act, boolean]>([
  ['active', 'public', 'write', true],
  ['active', 'application', 'write', true],
  ['suspended', 'public', 'read', false],
  ['suspended', 'application', 'read', true],
  ['suspended', 'application', 'takesAway', true],
  ['suspended', 'application', 'write', false],
  ['provisioning', 'public', 'read', false],
  ['provisioning', 'application', 'read', false],
])('in a tenant that is %s, at the %s API, an operation that does %s: %s', (state, surface, act, isOpen) => {
  const check = () => requireSubscription(stateOf({ state }), surface, act);
  if (isOpen) {
    expect(check).not.toThrow();
  } else {
    expect(check).toThrow(expect.objectContaining({ code: 'subscription_required' }));
  }
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

/** The parts of a state that the gates look at. */
function stateOf(tenant: Partial<TenantState>): PrincipalState {
  const client = { scopes: ['customers.read', 'customers.write', 'leads.write'] };
  return { tenant: { state: 'active', publicApi: true, ...tenant }, client } as unknown as PrincipalState;
}
