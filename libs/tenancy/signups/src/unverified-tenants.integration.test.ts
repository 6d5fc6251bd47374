import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { untracedContext } from '@rapport/kernel';
import type { NewSignup } from '@rapport/kinds';
import { VerificationLinks } from '@rapport/people';
import { Subscriptions } from '@rapport/subscriptions';
import { Metrics } from '@rapport/telemetry';
import { TenantViews } from '@rapport/tenants';
import { tenantMails, verificationLinkIn } from '@rapport/tenants/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Signup } from './signup.ts';
import { Signups } from './signups.ts';
import { bindSignups } from './testing/bind-signups.ts';
import { UnverifiedTenants } from './unverified-tenants.ts';

const context = untracedContext();

const stage = await Stage.ofFile(bindSignups);

let networks = 0;
beforeEach(() => {
  networks += 2;
});

describe('of the open tenants that one network signed up', () => {
  test('no more than its bound wait for a verified owner, and another network goes on', async () => {
    const signups = bounded(2);
    const [made] = [await signUp(signups, 1), await signUp(signups, 2)];
    const refusal = await signUp(signups, 3).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': sevenDays } });
    expect((refusal as Error).message).toMatch(
      /^As many organisations from your network as may wait for their first owner to verify the address; try again in \d+ seconds\. Nothing was made\. There is room at once when one of them verifies the address\.$/,
    );
    networks += 1;
    await signUp(signups, 1);
    networks -= 1;
    await stage.running.get(Subscriptions).cancel(operator, made.tenantId, 'now');
    await signUp(signups, 3);
  });

  test('one with a verified owner counts no more, and its network is forgotten', async () => {
    const signups = bounded(1);
    const made = await signUp(signups, 1);
    expect(await networkOf(made.tenantId)).toMatch(/^[\w-]{43}$/);
    await verify(made);
    expect(await networkOf(made.tenantId)).toBeNull();
    await signUp(signups, 1);
  });

  test('no more than its bound are made by two processes at once, and a refused one leaves nothing', async () => {
    const processes = [bounded(3), bounded(3)];
    const before = await countTenants();
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => signUp(processes[index % 2] ?? bounded(3), index)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await countTenants()) - before).toBe(3);
  });
});

test('the number that alerts ask for falls without another sign-up', async () => {
  const signups = bounded(100);
  const unverified = stage.running.get(UnverifiedTenants);
  const measured = async (): Promise<number> => {
    await unverified.measure(context);
    const [, value] = /^signup_unverified_tenants (\d+)$/m.exec(await stage.running.get(Metrics).text()) ?? [];
    return Number(value);
  };
  const before = await measured();
  const made = [await signUp(signups, 1), await signUp(signups, 2), await signUp(signups, 3)] as const;
  expect(await measured()).toBe(before + 3);
  await verify(made[0]);
  await stage.running.get(Subscriptions).cancel(operator, made[1].tenantId, 'now');
  expect(await measured()).toBe(before + 1);
});

describe('an operator who cancels what nobody verified', () => {
  test('ends each that signed up since then, with the reason, and no other; a repeat ends none', async () => {
    const signups = bounded(100);
    const early = await signUp(signups, 1);
    const since = (await shown(await signUp(signups, 2))).createdOnUtc;
    const [verified, suspended, late, making] = [
      await signUp(signups, 3),
      await signUp(signups, 4),
      await signUp(signups, 5),
      await signUp(signups, 6),
    ];
    await verify(verified);
    await stage.asOwner.control.query(operator, setUnverified.with(suspended));
    await stage.asOwner.control.query(operator, setMaking.with(making));
    const unverified = stage.running.get(UnverifiedTenants);
    expect(await unverified.cancelSince({ ...operator, reason: 'a flood' }, since)).toBe(3);
    expect((await shown(early)).state).toBe('trialing');
    expect((await shown(verified)).state).toBe('trialing');
    expect((await shown(making)).state).toBe('provisioning');
    for (const { tenantId } of [suspended, late]) {
      expect((await shown({ tenantId })).state).toBe('cancelled');
      const ended = { event: 'subscription.ended', reason: 'a flood', actor: 'test' };
      expect(await stage.asOwner.control.query(operator, findEnded.with({ tenantId }))).toEqual([ended]);
    }
    expect(await unverified.cancelSince(operator, since)).toBe(0);
  });

  test('ends the others where one fails, and is told of the failure when they are', async () => {
    const signups = bounded(100);
    const made: Signup[] = [];
    for (let index = 0; index < 11; index += 1) {
      made.push(await signUp(signups, index));
    }
    const [first = expect.fail('none was made')] = made;
    const since = (await shown(first)).createdOnUtc;
    const subscriptions = stage.running.get(Subscriptions);
    const failing = vi.spyOn(subscriptions, 'cancel').mockRejectedValueOnce(new Error('It fails.'));
    await expect(stage.running.get(UnverifiedTenants).cancelSince(operator, since)).rejects.toThrow('It fails.');
    failing.mockRestore();
    expect(await Promise.all(made.map(async (one) => (await shown(one)).state))).toEqual([
      'trialing',
      ...Array.from({ length: 10 }, () => 'cancelled'),
    ]);
    expect(await stage.running.get(UnverifiedTenants).cancelSince(operator, since)).toBe(1);
  });
});

/** From seven days down to a quarter of an hour less. */
const sevenDays = expect.stringMatching(/^60(4800|4[0-7]\d\d)$/) as string;

function bounded(perNetwork: number): Signups {
  return stage.processes.start(stage.service, { UNVERIFIED_TENANTS_PER_NETWORK_MAX: perNetwork }).get(Signups);
}

const password = 'twelve grey herons';
let people = 0;
/** From one of the addresses of the test's network. */
async function signUp(signups: Signups, host: number): Promise<Signup> {
  people += 1;
  const person = { ownerEmail: `waits-${people}@example.test`, ownerName: 'An Owner', password };
  const input: NewSignup = { organisationName: 'A Sign-Up Ltd', planCode: 'professional', ...person };
  return (await signups.signUp(context, input, { address: `198.18.${networks}.${host}`, key: undefined })).signup;
}

/** The owner follows the link of the mail. */
async function verify({ tenantId, owner: { email } }: Signup): Promise<void> {
  const text = verificationLinkIn((await tenantMails(stage.running, email, tenantId)).at(-1));
  const followed = await stage.running
    .get(VerificationLinks)
    .follow(operator, { text, password, address: '192.0.2.1' });
  expect(followed).toMatchObject({ outcome: 'done' });
}

function shown({ tenantId }: { readonly tenantId: string }) {
  return stage.running.get(TenantViews).show(context, tenantId);
}

async function networkOf(tenantId: string): Promise<string | null | undefined> {
  const [row] = await stage.asOwner.control.query<{ network: string | null }>(operator, findNetwork.with({ tenantId }));
  return row?.network;
}

async function countTenants(): Promise<number> {
  const [row] = await stage.asOwner.control.query<{ count: number }>(operator, count);
  return row?.count ?? 0;
}

const findNetwork = statement('t_network', 'select signup_network as network from control.tenant where id = :tenantId');
const count = statement('t_count', 'select count(*)::int as count from control.tenant');
const setUnverified = statement('t_unverified', 'update control.tenant set is_unverified = true where id = :tenantId');
const setMaking = statement('t_making', `update control.tenant set state = 'provisioning' where id = :tenantId`);
const findEnded = statement(
  't_ended',
  `select event, reason, actor from control.audit where tenant_id = :tenantId and event = 'subscription.ended'`,
);
