import { setTimeout as delay } from 'node:timers/promises';
import { CheckPlatform, done, Processes, Tenant, type Credentials } from '@rapport/sync-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForToken, TokenLoad } from '../src/token-load.ts';

const perSecond = 200;
const windowMs = 60_000;
const seconds = 70;

let platform: CheckPlatform;
let tenant: Tenant;
let load: TokenLoad;

beforeAll(async () => {
  platform = await CheckPlatform.start({
    replicas: { 'token-service': 2 },
    say: (line) => process.stderr.write(`${line}\n`),
  });
  tenant = await Tenant.make(platform);
  const clients = await Promise.all(Array.from({ length: 50 }, () => tenant.client()));
  load = new TokenLoad(platform.baseUrl, clients, perSecond);
});
afterAll(async () => {
  await load.stop();
  await platform.stop();
});

test.concurrent(
  'under 200 requests a second keys change without one that fails, and every token opens the API',
  async () => {
    const kids = new Set<string>();
    const tokens: string[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const from = performance.now();
      await delay(2_000);
      const newest = load.since(from).tokens.at(-1) ?? '';
      tokens.push(newest);
      kids.add(kidOf(newest));
      if (turn % 3 === 1) {
        done(await platform.operator.rotateKeys({ body: {} }), 200);
      }
    }
    const { count, kinds } = load.since(0);
    expect(kinds).toEqual({ '200': count });
    expect(count).toBeGreaterThan(perSecond * 14);
    expect(kids.size).toBeGreaterThan(1);
    const statuses = await Promise.all(tokens.map((token) => statusWith(token)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

test.concurrent(
  'never more than 30 get through in any 60 seconds, over two token services of which one dies meanwhile',
  { timeout: 120_000 },
  async () => {
    const limited = await (await Tenant.make(platform, {})).client();
    const passed: Passed[] = [];
    const until = performance.now() + seconds * 1_000;
    const processes = new Processes(platform);
    const killed = delay(30_000).then(async () => {
      const [process] = await processes.of('token-service');
      await processes.signal([process?.pid ?? 0], 'SIGKILL');
      return process?.pid ?? 0;
    });
    const hammer = async (): Promise<void> => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        const { status } = await askForToken(platform.baseUrl, limited);
        if (status === 200) passed.push({ sentAt, answeredAt: performance.now() });
        await delay(150);
      }
    };
    await Promise.all([hammer(), hammer(), hammer()]);
    await processes.untilReady([await killed]);
    expect(Math.max(...passed.map(({ sentAt }) => passedWithin(sentAt, passed)))).toBe(30);
    expect(passed.length).toBeGreaterThan(30);
  },
);

interface Passed {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Those that were counted for certain in the window that begins then: the server counts between sending and answer. */
function passedWithin(from: number, all: readonly Passed[]): number {
  return all.filter(({ sentAt, answeredAt }) => sentAt >= from && answeredAt < from + windowMs).length;
}

function kidOf(token: string): string {
  const head = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  return (JSON.parse(head) as { kid: string }).kid;
}

async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/api/v1/customers?pageSize=1`, { headers })).status;
}
