import { expect, test } from 'vitest';
import type { ClientState, PersonState, PrincipalState, UserState } from '../principal-state.ts';
import { personStandingOf, standingOf } from './standing.ts';

const claimant = { clientId: 'client', tenantId: 'tenant', tokenId: 'token', epoch: 3 };

test('a token is good while its client and RunAs user are active, its epoch is the current one and it is not revoked', () => {
  expect(standingOf(claimant, stateWith({}))).toBe('good');
  expect(standingOf(claimant, stateWith({ revoked: ['another'] }))).toBe('good');
  expect(standingOf(claimant, stateWith({ revoked: ['another', 'token'] }))).toBe('dead');
  expect(standingOf(claimant, stateWith({ epoch: 4 }))).toBe('dead');
  expect(standingOf({ ...claimant, tenantId: 'another' }, stateWith({}))).toBe('dead');
});

test('every token of a disabled client has the standing disabled', () => {
  expect(standingOf(claimant, stateWith({ isActive: false, epoch: 4, revoked: ['token'] }))).toBe('disabled');
});

test('a state with more revoked tokens than it lists leaves open whether a token is revoked', () => {
  expect(standingOf(claimant, stateWith({ revoked: 'many' }))).toBe('unlisted');
  expect(standingOf(claimant, stateWith({ revoked: 'many', epoch: 4 }))).toBe('dead');
});

test.each(['deleting', 'deleted'] as const)(
  'every token of a tenant that is %s is dead, also where its client and user are disabled',
  (state) => {
    const { tenant, ...client } = stateWith({ isActive: false });
    expect(standingOf(claimant, { ...client, tenant: { ...tenant, state } })).toBe('dead');
    const { tenant: ofPerson, ...user } = personWith({});
    expect(personStandingOf(person, { ...user, tenant: { ...ofPerson, state } })).toBe('dead');
  },
);

function clientWith(changed: Partial<ClientState>): ClientState {
  const unchanged = { id: 'id', clientId: 'client', version: 1, userId: 'user', isActive: true, epoch: 3 };
  return { ...unchanged, scopes: [], viewNumber: 1, revoked: [], ...changed };
}

function stateWith(changed: Partial<ClientState>): PrincipalState {
  const standing = { suspendedFor: [], isVerified: true, isFull: false };
  const limits = { ...standing, publicApi: true, requestsPerMinute: 600, tokenRequestsPerMinute: 30 };
  const user = { id: 'user', version: 1, isActive: true, isOwner: false, dataScope: 'all', teamId: null } as const;
  return {
    tenant: { id: 'tenant', number: 1, cell: 'cell', version: 1, planVersion: 1, state: 'active', ...limits },
    client: clientWith(changed),
    user: { ...user, permissions: [], viewNumber: 1, epoch: 1, ended: [] },
  };
}

const person = {
  kind: 'person',
  userId: 'user',
  sessionId: 'session',
  tenantId: 'tenant',
  tokenId: 'token',
  epoch: 3,
} as const;

test("a person's token is good while the user is active, its epoch is the current one, and neither it nor its session ended", () => {
  expect(personStandingOf(person, personWith({}))).toBe('good');
  expect(personStandingOf(person, personWith({ ended: ['another'] }))).toBe('good');
  expect(personStandingOf(person, personWith({ ended: ['session'] }))).toBe('dead');
  expect(personStandingOf(person, personWith({ ended: ['token'] }))).toBe('dead');
  expect(personStandingOf(person, personWith({ epoch: 4 }))).toBe('dead');
  expect(personStandingOf({ ...person, tenantId: 'another' }, personWith({}))).toBe('dead');
});

test("a disabled person's token is dead, and one of many ended ones is asked about in control", () => {
  expect(personStandingOf(person, personWith({ isActive: false }))).toBe('dead');
  expect(personStandingOf(person, personWith({ ended: 'many' }))).toBe('unlisted');
});

function userWith(changed: Partial<UserState>): UserState {
  const user = { id: 'user', version: 1, isActive: true, isOwner: false, dataScope: 'all', teamId: null } as const;
  return { ...user, permissions: [], viewNumber: 1, epoch: 3, ended: [], ...changed };
}

function personWith(changed: Partial<UserState>): PersonState {
  return { tenant: stateWith({}).tenant, client: null, user: userWith(changed) };
}
