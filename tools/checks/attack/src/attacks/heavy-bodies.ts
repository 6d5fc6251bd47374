import { closedLoop } from '@rapport/testbed';
import type { Attack, Spoils, Target } from '../attack.ts';
import { callerOf, post, type Posted } from './post.ts';

/** Small requests in bytes that ask for much work: many members and elements, many mistakes, and texts of marks alone. */
export const heavyBodyAttacks: readonly Attack[] = [
  {
    name: 'heavy-bodies',
    title: 'bodies with more members, elements and mistakes than any record has, to both APIs',
    run: sendHeavyBodies,
  },
];

interface HeavyBody extends Posted {
  /** 413 above the bound. At the bound every mistake is looked at, and the request is refused for them. */
  readonly status: 413 | 400 | 200;
}

async function sendHeavyBodies(target: Target, signal: AbortSignal): Promise<Spoils> {
  const caller = callerOf(target, lanes);
  const bodies = heavyBodies();
  const statuses = new Map<number, number>();
  const contradictions: string[] = [];
  const send = async (number: number): Promise<void> => {
    const sent = bodies[number % bodies.length];
    if (sent) {
      const status = await post(target, caller, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== sent.status) {
        contradictions.push(`${sent.path} answered ${status} to a body of ${sent.body.length} bytes`);
      }
    }
  };
  await closedLoop(send, { underWay: lanes, pauseMs, signal }).ended;
  await caller.close();
  const figures = Object.fromEntries([...statuses].map(([status, count]) => [`answers ${status}`, count]));
  return { figures, contradictions: [...new Set(contradictions)] };
}

const lanes = 4;
/** So four lanes keep to what the rate limit of one person lets pass. */
const pauseMs = 200;

/** Each flood is sent with too many members and elements, and once more with as many as are taken. */
function heavyBodies(): HeavyBody[] {
  const flooded = [
    { floods: [110_000, membersMax - 2], of: brokenTags },
    { floods: [60_000, membersMax], of: brokenMembers },
    { floods: [80_000, membersMax], of: unknownMembers },
  ].flatMap(({ floods, of }) => floods.map((count) => ({ body: of(count), status: refusal(count, membersMax) })));
  const marked = { body: Buffer.from(`{"name": "${'\u0301\u0323'.repeat(260_000)}"}`), status: 400 } as const;
  return [
    ...[...flooded, marked].flatMap((sent): HeavyBody[] => [
      { path: '/api/v1/customers', token: 'token', ...sent },
      { path: '/api/v1/customer/create', token: 'personToken', ...sent },
      { path: '/api/v1/customer/search', token: 'personToken', ...sent },
    ]),
    { path: '/api/v1/customers/batch', token: 'token', body: batchOf(unknownMembers(350_000)), status: 413 },
    { path: '/api/v1/customers/batch', token: 'token', body: batchOf(unknownMembers(batchMax - 2)), status: 200 },
    { path: '/api/v1/customers/batch', token: 'token', body: batchOf(...wideItems), status: 200 },
    { path: '/api/v1/customers/batch', token: 'token', body: batchOf(brokenTags(batchMax - 4)), status: 200 },
  ];
}

/** The most members and elements of a body, and of a batch. */
const membersMax = 5_000;
const batchMax = 100_000;

function refusal(count: number, max: number): 400 | 413 {
  return count > max ? 413 : 400;
}

function brokenTags(count: number): Buffer {
  return Buffer.from(`{"name": "x", "tags": [${Array<string>(count).fill('"\\u0000"').join(',')}]}`);
}

function brokenMembers(count: number): Buffer {
  return objectOf(count, (number) => `\\u0000${number}`);
}

function unknownMembers(count: number): Buffer {
  return objectOf(count, (number) => `m${number}`);
}

function objectOf(count: number, nameOf: (number: number) => string): Buffer {
  return Buffer.from(`{${Array.from({ length: count }, (_, number) => `"${nameOf(number)}":1`).join(',')}}`);
}

/** As many members as a batch may have, in items of as many as a record may have. Most names are nearly right. */
const wideItems = Array.from({ length: 19 }, () => objectOf(membersMax, (number) => `emai${number}`));

function batchOf(...items: Buffer[]): Buffer {
  return Buffer.from(`{"items": [${items.join(',')}]}`);
}
