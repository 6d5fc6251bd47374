import { type Caller, closedLoop } from '@rapport/testbed';
import type { Attack, Spoils, Target } from '../attack.ts';
import { callerOf, originOf, post } from './post.ts';

/** A caller that writes the largest records there are, and reads long pages of them. */
export const readingAttacks: readonly Attack[] = [
  { name: 'large-pages', title: 'six readers of pages of twenty of the largest records', run: readLargePages },
];

async function readLargePages(target: Target, signal: AbortSignal): Promise<Spoils> {
  const caller = callerOf(target, readers);
  await writeLargeRecords(target, caller, signal);
  const headers = { authorization: `Bearer ${target.token}` };
  const asked = { origin: originOf(target), method: 'GET', path: '/api/v1/leads?pageSize=20', headers } as const;
  let pages = 0;
  let bytes = 0;
  const refused = new Set<string>();
  const read = async (): Promise<void> => {
    const { status, text } = await caller.send(asked);
    if (status === 200) {
      pages += 1;
      bytes += Buffer.byteLength(text);
    } else if (status !== 429) {
      refused.add(`a page was answered ${status}`);
    }
  };
  await closedLoop(read, { underWay: readers, signal }).ended;
  await caller.close();
  return { figures: { pages, 'MB of pages': Math.round(bytes / 1e6) }, contradictions: [...refused] };
}

const readers = 6;

/** Sixteen values of 4,000 characters are all the bytes that the custom fields of a record may have. */
async function writeLargeRecords(target: Target, caller: Caller, signal: AbortSignal): Promise<void> {
  const send = (path: string, token: 'token' | 'personToken', body: object): Promise<number> =>
    post(target, caller, { path, token, body: Buffer.from(JSON.stringify(body)) });
  const keys = Array.from({ length: 16 }, (_, number) => `large${number}`);
  for (const key of keys) {
    const field = { module: 'leads', key, label: key, fieldType: 'textArea' };
    await send('/api/v1/custom-field/create', 'personToken', field);
  }
  const customFields = keys.map((key) => ({ key, value: 'x'.repeat(4_000) }));
  const lead = { lastName: 'Large', description: '\u{1f600}'.repeat(1_000), customFields };
  for (let batch = 0; batch < 4 && !signal.aborted; batch += 1) {
    const items = Array<object>(50).fill(lead);
    const status = await send('/api/v1/leads/batch', 'token', { items });
    if (status !== 200) {
      throw new Error(`A batch was answered ${status}.`);
    }
  }
}
